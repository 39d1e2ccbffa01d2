import { useClientTool } from '@agui-kit/react'
import { useState } from 'react'

export function Theme() {
  const [theme, setTheme] = useState('light')
  useClientTool({
    name: 'set_theme',
    description: 'Switches the page between light and dark.',
    parameters: {
      type: 'object',
      properties: { theme: { enum: ['light', 'dark'] } },
      required: ['theme'],
    },
    execute: (input) => {
      const wanted = input instanceof Object && 'theme' in input ? input.theme : undefined
      if (wanted !== 'light' && wanted !== 'dark') throw new Error('theme must be light or dark')
      setTheme(wanted)
      return `${theme} before, ${wanted} now`
    },
  })
  return <p>Theme: {theme}</p>
}
