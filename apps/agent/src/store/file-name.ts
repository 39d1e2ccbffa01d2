import { createHash } from 'node:crypto'

/** A file name for any id: ids come from the network and may hold slashes, dots or be very long. */
export const toFileName = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 40)
