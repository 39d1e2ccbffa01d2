import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Built from the packages' sources, so that the page never shows a stale build of them.
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@agui-kit/source', 'module', 'browser', 'import', 'default'] },
  build: { target: 'es2023', sourcemap: true },
  server: { port: 5173 },
})
