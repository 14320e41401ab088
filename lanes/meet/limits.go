package meet

// eventWork is the work of comparing one event with another.
const eventWork = 4
