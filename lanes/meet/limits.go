package meet

// eventWork is the number of units of work for comparing one event with another.
const eventWork = 4
