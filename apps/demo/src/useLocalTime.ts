import { useClientTool } from '@agui-kit/react'
import type { Locale } from '@agui-kit/ui'

/** A tool of this page: only the person's own machine knows what time it is for them. */
export function useLocalTime(locale: Locale): void {
  useClientTool({
    name: 'get_local_time',
    description: 'The local date and time of the person in front of the page, with the time zone.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    execute: () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(
        new Date(),
      )
      return { time, timeZone }
    },
  })
}
