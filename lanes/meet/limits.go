package meet

// eventWork is the work to compare one event with another.
const eventWork = 4
