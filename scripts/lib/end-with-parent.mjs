// Loaded into servers that a script of ours started: they must not outlive it, even if it was killed
// and had no chance to end them. The channel to the parent closes when the parent is gone.
process.on('disconnect', () => process.exit())
