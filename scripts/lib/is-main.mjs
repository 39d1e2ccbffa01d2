import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether a module is the file Node was asked to run, rather than one that was imported. */
export const isMain = (moduleUrl) =>
  process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(moduleUrl)
