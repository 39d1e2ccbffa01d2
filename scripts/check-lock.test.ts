import { describe, expect, it } from 'vitest'
import { lockProblems, manifestProblems, npmrcProblems } from './check-lock.mjs'

describe('the lock', () => {
  it('may link workspaces, and may leave out where a package came from', () => {
    const packages = {
      'node_modules/@agui-kit/core': { resolved: 'packages/core', link: true },
      'node_modules/zod': {},
    }
    expect(lockProblems({ packages })).toEqual([])
  })

  it('may not hold the address of a registry or a repository', () => {
    const packages = {
      'node_modules/a': { resolved: 'https://example.test/a.tgz' },
      'node_modules/b': { resolved: 'git+ssh://git@example.test/b.git' },
    }
    expect(lockProblems({ packages })).toHaveLength(2)
  })
})

describe('a manifest', () => {
  it.each(['1.2.3', '0.0.0', '2.0.0-beta.1', 'npm:typescript@7.0.2', 'npm:@scope/name@1.0.0'])(
    'may pin %s',
    (version) => {
      expect(manifestProblems('package.json', { devDependencies: { a: version } })).toEqual([])
    },
  )

  it.each(['^1.2.3', '~1.2.3', '*', 'latest', '1.x', '>=1', 'npm:typescript@^7.0.0'])(
    'may not ask for %s',
    (version) => {
      expect(manifestProblems('package.json', { dependencies: { a: version } })).toEqual([
        `package.json: dependencies a is ${version}, not one exact version`,
      ])
    },
  )

  it('may name a range of peers', () => {
    expect(manifestProblems('package.json', { peerDependencies: { react: '^18.3.0 || ^19.0.0' } })).toEqual(
      [],
    )
  })
})

it('.npmrc keeps registry addresses out of the lock', () => {
  expect(npmrcProblems('save-exact=true\nomit-lockfile-registry-resolved=true\n')).toEqual([])
  expect(npmrcProblems('# omit-lockfile-registry-resolved=true\n')).toHaveLength(1)
})
