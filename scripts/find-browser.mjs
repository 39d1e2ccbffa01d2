// Prints the path of a Chromium the browser tests can drive. `--install` fetches one when none is here.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMain } from './lib/is-main.mjs'
import { runNpm } from './lib/npm.mjs'
import { atRoot } from './lib/root.mjs'
import { runCommand, runNode } from './lib/run-command.mjs'
import { runTool } from './lib/tool.mjs'

const FETCH_TIMEOUT_MS = 6 * 60_000
const PACKAGED_BROWSER = '@sparticuz/chromium@147.0.0'
const cacheFolder = path.join(
  process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
  'agui-kit',
  'chromium-147',
)

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A path may exist and still be no browser: some systems put a stub there that only names a package. */
function works(file) {
  if (!file || !existsSync(file)) return false
  try {
    const version = execFileSync(file, ['--version'], {
      timeout: 30_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /\d+\.\d+\.\d+/.test(version.toString())
  } catch {
    return false
  }
}

function playwrightBrowser() {
  try {
    return createRequire(atRoot('package.json'))('@playwright/test').chromium.executablePath()
  } catch {
    return undefined
  }
}

/** The path of a browser that is already here, or undefined. */
export function findBrowser() {
  if (process.env.CHROMIUM) return works(process.env.CHROMIUM) ? process.env.CHROMIUM : undefined
  return [...PLACES, playwrightBrowser(), path.join(cacheFolder, 'chromium')].find(works)
}

async function installByApt() {
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => runCommand('apt-get', args, { env, timeoutMs: FETCH_TIMEOUT_MS })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await apt('update')
    if ((await apt('install', '-y', '--no-install-recommends', 'chromium')).ok) return
  }
}

const installByPlaywright = () =>
  runTool('@playwright/test#playwright', ['install', 'chromium'], { timeoutMs: FETCH_TIMEOUT_MS })

/**
 * A package that carries a browser, kept out of the workspace's lock because it weighs 66 MB and few
 * machines need it. It unpacks into the temporary folder, so that is pointed at our own cache: it would
 * otherwise take over whatever version another project left there.
 */
async function installByPackage() {
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(path.join(cacheFolder, 'package.json'), '{ "private": true }\n')
  const options = { cwd: cacheFolder, timeoutMs: FETCH_TIMEOUT_MS }
  await runNpm(
    ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', PACKAGED_BROWSER],
    options,
  )
  const entry = pathToFileURL(
    path.join(cacheFolder, 'node_modules/@sparticuz/chromium/build/esm/index.js'),
  ).href
  const unpack = `import(${JSON.stringify(entry)}).then((module) => module.default.executablePath())`
  await runNode(['-e', unpack], { ...options, env: { TMPDIR: cacheFolder } })
}

/** The path of a browser, fetched by the first means that works here, or undefined. */
export async function ensureBrowser() {
  const found = findBrowser()
  // A browser that was named but does not work is a mistake to show, not to paper over.
  if (found || process.env.CHROMIUM) return found
  for (const install of [installByApt, installByPlaywright, installByPackage]) {
    await install()
    const installed = findBrowser()
    if (installed) return installed
  }
  return undefined
}

if (isMain(import.meta.url)) {
  const browser = process.argv.includes('--install') ? await ensureBrowser() : findBrowser()
  if (browser) console.log(browser)
  else console.error('No Chromium was found. Install one, or name one: CHROMIUM=/path/to/chromium')
  process.exitCode = browser ? 0 : 1
}
