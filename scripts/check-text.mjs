// Words that must not be in the repository: places on one machine, registries, forgotten test marks.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isMain } from './lib/is-main.mjs'
import { root } from './lib/root.mjs'

const TEXT_FILE =
  /\.([cm]?[jt]sx?|json|jsonc|md|css|html|ya?ml|sh|txt)$|(^|\/)(\.npmrc|\.gitignore|run|LICENSE)$/
const TEST_FILE = /\.(test|spec)(-d)?\.tsx?$/
// Recordings of others, which may say what they like.
const RECORDING = /^(packages|apps|scripts)\/.*\bfixtures\//
const PACKAGE_SOURCE = /^packages\/[^/]+\/src\//
// Spelled in parts, or this file would be its own first finding.
const REGISTRIES = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['registry', 'npmmirror', 'com'],
  ['npm', 'pkg', 'github', 'com'],
]

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A checkout directly below the file system's root has a name too common to look for. */
const checkoutPattern = (folder) =>
  folder.split(path.sep).filter(Boolean).length > 1
    ? [new RegExp(`(?<![\\w.@/-])${escape(folder)}(?![\\w-])`)]
    : []

function rulesFor(folder) {
  return [
    {
      what: 'a path of one machine',
      patterns: [...checkoutPattern(folder), /(?<![\w.@/:-])\/(home|Users)\/[a-z][\w-]+\//],
    },
    {
      what: 'the address of a package registry',
      patterns: [new RegExp(REGISTRIES.map((parts) => parts.join('\\.')).join('|'))],
    },
    {
      what: 'a call of the console; report an issue or throw instead',
      patterns: [/(?<![\w.'"`])console\s*\.\s*\w/],
      where: (file) => PACKAGE_SOURCE.test(file) && !TEST_FILE.test(file),
    },
    {
      what: 'a test that is singled out or left out',
      patterns: [
        /\b(describe|suite|it|test|bench)(\.\w+)*\.(only|skip|todo|fixme)\b/,
        /^\s*(xit|xdescribe|xtest|fit|fdescribe)\(/,
      ],
      where: (file) => TEST_FILE.test(file),
    },
  ]
}

const isComment = (line) => /^\s*(\/\/|\*|\/\*)/.test(line)

export function textProblems(file, text, folder = root) {
  const rules = rulesFor(folder).filter((rule) => rule.where?.(file) ?? true)
  return text.split('\n').flatMap((line, index) =>
    rules
      // A comment may well speak of the console; it may not name a machine.
      .filter(
        (rule) => !(rule.where && isComment(line)) && rule.patterns.some((pattern) => pattern.test(line)),
      )
      .map((rule) => `${file}:${index + 1}: ${rule.what}`),
  )
}

/** Everything git holds or would take in. */
function textFiles(folder) {
  const git = [
    '-c',
    `safe.directory=${folder}`,
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
  ]
  return execFileSync('git', git, { cwd: folder, maxBuffer: 64_000_000 })
    .toString()
    .split('\0')
    .filter((file) => TEXT_FILE.test(file) && !RECORDING.test(file) && existsSync(path.join(folder, file)))
}

if (isMain(import.meta.url)) {
  const problems = textFiles(root).flatMap((file) =>
    textProblems(file, readFileSync(path.join(root, file), 'utf8')),
  )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
