const CIRCLE = 'M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5Z'

/** The icons of this package. */
export type IconName =
  | 'approval-person'
  | 'arrow-down'
  | 'arrow-up'
  | 'arrow-end'
  | 'ban'
  | 'bubble'
  | 'check'
  | 'check-circle'
  | 'chevron'
  | 'clock'
  | 'close'
  | 'copy'
  | 'cut'
  | 'danger'
  | 'dots'
  | 'edit'
  | 'hourglass'
  | 'inbox-up'
  | 'list'
  | 'lock'
  | 'menu'
  | 'minus'
  | 'offline'
  | 'panel'
  | 'pending'
  | 'plus'
  | 'question'
  | 'refresh'
  | 'ring'
  | 'thought'
  | 'undo'
  | 'x-circle'

/** The strokes of each icon on a 16-px grid. */
export const ICON_PATHS: Readonly<Record<IconName, string>> = {
  'approval-person':
    'M6.5 7.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM1.75 14v-.75a3.5 3.5 0 0 1 3.5-3.5H7.5M9.5 12l1.75 1.75L14.5 10.5',
  'arrow-down': 'M8 2.75v10.5M3.75 9 8 13.25 12.25 9',
  'arrow-up': 'M8 13.25V2.75M3.75 7 8 2.75 12.25 7',
  'arrow-end': 'M2.75 8h10.5M9 3.75 13.25 8 9 12.25',
  ban: `${CIRCLE}M3.6 3.6l8.8 8.8`,
  bubble:
    'M2 3.75A1.75 1.75 0 0 1 3.75 2h8.5A1.75 1.75 0 0 1 14 3.75v6a1.75 1.75 0 0 1-1.75 1.75H7l-3.25 2.75V11.5A1.75 1.75 0 0 1 2 9.75Z',
  check: 'M3 8.5 6.25 11.75 13 4.75',
  'check-circle': `${CIRCLE}M5.25 8.25l2 2 3.5-4`,
  chevron: 'M6 3.5 10.5 8 6 12.5',
  clock: `${CIRCLE}M8 4.5V8l2.25 1.5`,
  close: 'M3.75 3.75l8.5 8.5M12.25 3.75l-8.5 8.5',
  copy: 'M5.75 5.75h6.5c.55 0 1 .45 1 1v6.5c0 .55-.45 1-1 1h-6.5c-.55 0-1-.45-1-1v-6.5c0-.55.45-1 1-1ZM2.75 10.25v-7.5c0-.55.45-1 1-1h6.5',
  cut: 'M2.25 3.75h11.5M2.25 8h6M2.25 12.25h5M10.75 9.75l3.5 3.5M14.25 9.75l-3.5 3.5',
  danger: 'M8 2.25 14.5 13.5h-13ZM8 6.5v3M8 11.5v.01',
  dots: `${CIRCLE}M5.25 8v.01M8 8v.01M10.75 8v.01`,
  edit: 'M10.5 2.75l2.75 2.75-7.75 7.75-3.25.5.5-3.25ZM9 4.25 11.75 7',
  hourglass: 'M4 2h8M4 14h8M4.75 2v2.5L8 8l3.25-3.5V2M4.75 14v-2.5L8 8l3.25 3.5V14',
  'inbox-up':
    'M2.25 9.5v3c0 .69.56 1.25 1.25 1.25h9c.69 0 1.25-.56 1.25-1.25v-3M8 10.25V2.5M4.75 5.5 8 2.25l3.25 3.25',
  list: 'M6.75 3.75h7M6.75 8h7M6.75 12.25h7M2 3.5l1 1 1.75-2M2 7.75l1 1 1.75-2M2.75 12.25v.01',
  lock: 'M4 7.25h8c.55 0 1 .45 1 1v4.5c0 .55-.45 1-1 1H4c-.55 0-1-.45-1-1v-4.5c0-.55.45-1 1-1ZM5.25 7.25V5a2.75 2.75 0 0 1 5.5 0v2.25',
  menu: 'M2.25 4h11.5M2.25 8h11.5M2.25 12h11.5',
  minus: `${CIRCLE}M5.25 8h5.5`,
  offline:
    'M2 2l12 12M1.75 6.25c.8-.75 1.7-1.35 2.7-1.75M7.25 3.5a9.6 9.6 0 0 1 7 2.75M4 8.75c.7-.65 1.5-1.1 2.4-1.35M10.4 7.8c.6.25 1.1.6 1.6 1M6.25 11.1a2.6 2.6 0 0 1 3.5 0M8 13.25v.01',
  panel:
    'M3 2.5h10c.69 0 1.25.56 1.25 1.25v8.5c0 .69-.56 1.25-1.25 1.25H3c-.69 0-1.25-.56-1.25-1.25v-8.5c0-.69.56-1.25 1.25-1.25ZM10.25 2.5v11',
  pending: CIRCLE,
  plus: 'M8 2.75v10.5M2.75 8h10.5',
  question: `${CIRCLE}M6.25 6.25a1.75 1.75 0 1 1 2.5 1.6c-.5.25-.75.6-.75 1.15M8 11.25v.01`,
  refresh: 'M13.25 8a5.25 5.25 0 1 1-1.6-3.75M13.25 2v3h-3',
  ring: 'M14.25 8A6.25 6.25 0 1 1 8 1.75',
  thought: 'M2.25 3.75h11.5M2.25 8h8.5M2.25 12.25h5.5',
  undo: 'M5.5 2.75 2.5 5.75l3 3M2.75 5.75h6.5a4 4 0 0 1 0 8H6.5',
  'x-circle': `${CIRCLE}M5.75 5.75l4.5 4.5M10.25 5.75l-4.5 4.5`,
}
