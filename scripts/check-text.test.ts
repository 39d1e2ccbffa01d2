import { describe, expect, it } from 'vitest'
import { textProblems } from './check-text.mjs'

const CHECKOUT = '/srv/builds/kit'
const problems = (file: string, line: string): readonly string[] => textProblems(file, line, CHECKOUT)

describe('a path of one machine', () => {
  it('is found in any file, in comments too', () => {
    expect(problems('README.md', `cd ${CHECKOUT}/packages`)).toEqual(['README.md:1: a path of one machine'])
    expect(problems('scripts/a.mjs', `// see ${CHECKOUT}`)).toHaveLength(1)
    expect(problems('docs/a.md', ['', 'Users', 'someone', 'kit'].join('/'))).toHaveLength(1)
  })

  it('is no part of an address or of a longer name', () => {
    expect(problems('README.md', `https://example.test${CHECKOUT}`)).toEqual([])
    expect(problems('README.md', `${CHECKOUT}ten`)).toEqual([])
  })

  it('is not looked for when the checkout has a name as common as a folder', () => {
    expect(textProblems('packages/core/src/a.ts', "const folder = '/app/data'", '/app')).toEqual([])
  })
})

it('the address of a registry is found', () => {
  expect(problems('package-lock.json', `https://${['registry', 'npmjs', 'org'].join('.')}/zod`)).toHaveLength(
    1,
  )
})

describe('the console', () => {
  it('is not called in the sources of a package', () => {
    expect(problems('packages/core/src/store.ts', "console.warn('lost')")).toHaveLength(1)
  })

  it('is free elsewhere, in tests, and as a word in a comment', () => {
    expect(problems('apps/agent/src/main.ts', "console.log('up')")).toEqual([])
    expect(problems('packages/core/src/store.test.ts', "console.log('here')")).toEqual([])
    expect(problems('packages/core/src/store.ts', '// never console.warn')).toEqual([])
  })
})

describe('a test', () => {
  it.each(['only', 'skip', 'todo', 'fixme'])('is not marked %s', (mark) => {
    expect(problems('e2e/chat.spec.ts', `test.${mark}('reload', run)`)).toHaveLength(1)
    expect(
      problems('packages/core/src/a.test.ts', `describe.concurrent.${mark}('reload', run)`),
    ).toHaveLength(1)
  })

  it('may depend on what the machine offers', () => {
    expect(problems('packages/core/src/a.test.ts', "it.skipIf(noRedis)('reload', run)")).toEqual([])
  })
})
