import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.mjs'

const pagePort = Number(process.env['E2E_PAGE_PORT'] ?? 4173)
const pageUrl = `http://127.0.0.1:${pagePort}`

const executablePath = findBrowser()
// The workers load this file too; they need not search again.
if (executablePath) process.env['CHROMIUM'] = executablePath

const isRoot = process.getuid?.() === 0
const args = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const serve = `node node_modules/vite/bin/vite.js preview apps/demo --host 127.0.0.1 --port ${pagePort} --strictPort`
const build = existsSync('apps/demo/dist/index.html') ? '' : 'node scripts/build.mjs && '

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    baseURL: pageUrl,
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
    // A video would need an ffmpeg of Playwright's own.
    video: 'off',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: '**/*.phone.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testMatch: '**/*.phone.spec.ts',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
  webServer: {
    command: `${build}${serve}`,
    url: pageUrl,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
