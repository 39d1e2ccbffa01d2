import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root folder; every script works from here, whatever folder it was called in. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

export const atRoot = (...segments) => path.join(root, ...segments)
