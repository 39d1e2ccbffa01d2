const MAX_NAME_CHARS = 80

/** A name from code as words: `refund_order` and `refundOrder` become `Refund order`. */
export function humanise(name: string): string {
  const words = name
    .slice(0, MAX_NAME_CHARS)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_.\-/:]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(' ')
  if (words === '') return name.slice(0, MAX_NAME_CHARS)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
