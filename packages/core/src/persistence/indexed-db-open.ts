/** How long another tab may keep an upgrade waiting before that is reported. */
const BLOCKED_WAIT_MS = 3_000
const MAX_ATTEMPTS = 5

/** Opens the database with this object store in it, whatever version it has and whoever else uses it. */
export async function openDatabase(
  factory: IDBFactory | undefined,
  name: string,
  store: string,
): Promise<IDBDatabase> {
  if (factory === undefined) throw new Error('there is no IndexedDB here')
  let version: number | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      const db = await open(factory, name, version, store)
      // Given up to another tab that wants to change or delete it.
      db.addEventListener('versionchange', () => db.close())
      if (db.objectStoreNames.contains(store)) return db
      // The database is older, or someone else's: the store is added under the next version.
      version = db.version + 1
      db.close()
    } catch (error) {
      // Another tab has upgraded in the meantime: take whatever version there is now.
      if (!isVersionError(error) || attempt >= MAX_ATTEMPTS) throw error
      version = undefined
    }
    if (attempt >= MAX_ATTEMPTS) throw new Error(`the object store "${store}" could not be added`)
  }
}

function open(
  factory: IDBFactory,
  name: string,
  version: number | undefined,
  store: string,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, version)
    let timer: ReturnType<typeof setTimeout> | undefined
    let givenUp = false
    request.addEventListener('upgradeneeded', () => {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store)
    })
    // Often only a transaction that is about to end; a tab that never lets go is reported.
    request.addEventListener('blocked', () => {
      timer = setTimeout(() => {
        givenUp = true
        reject(new Error('another tab keeps an older version of the database open'))
      }, BLOCKED_WAIT_MS)
    })
    request.addEventListener('success', () => {
      clearTimeout(timer)
      if (givenUp) request.result.close()
      else resolve(request.result)
    })
    request.addEventListener('error', () => {
      clearTimeout(timer)
      reject(request.error)
    })
  })
}

function isVersionError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as Error).name === 'VersionError'
}
