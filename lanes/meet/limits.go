package meet

// eventWork is the work that one event costs when it is compared with an event.
const eventWork = 4
