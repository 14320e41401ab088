package meet

// eventWork is the units of work that an event costs that others are compared with.
const eventWork = 4
