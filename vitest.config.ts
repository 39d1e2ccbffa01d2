import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Tests run from source: the condition picks `src` of every workspace package, so that no test can be
// green against a stale build.
const conditions = ['@agui-kit/source']
const shared = {
  resolve: { conditions: [...conditions, 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'import', 'default'] } },
}

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'packages/{core,testing}/{src,test}/**/*.test.ts',
            'apps/*/{src,test}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'docs/**/*.test.ts',
          ],
          exclude: process.env['AGUI_KIT_WITHOUT_REDIS'] ? ['apps/agent/test/instances.test.ts'] : [],
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['packages/{react,ui}/{src,test}/**/*.test.{ts,tsx}', 'docs/**/*.test.tsx'],
          setupFiles: ['./scripts/vitest-dom-setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
