import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** One JSON value kept in one file. Reading an absent file gives `undefined`. */
export interface JsonFile<T> {
  readonly read: () => Promise<T | undefined>
  readonly write: (value: T) => Promise<void>
}

/**
 * Writes go to a file beside the target that then takes its name, so a reader, also one after a crash,
 * sees the old value or the new one and never half of either. Writes of one file keep their order.
 */
export function createJsonFile<T>(path: string): JsonFile<T> {
  let last: Promise<void> = Promise.resolve()
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return undefined
      try {
        return JSON.parse(text) as T
      } catch (cause) {
        throw new Error(`${path} holds no JSON. Mend it or move it away; nothing was overwritten.`, { cause })
      }
    },
    write: (value) => {
      const text = JSON.stringify(value)
      const write = last.then(() => replaceFile(path, text))
      last = write.catch(() => undefined)
      return write
    },
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}.tmp`
  const file = await open(temporary, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
