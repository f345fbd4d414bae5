export interface Html {
  readonly html: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)

const written = (value: string | Html | readonly Html[]): string => {
  if (typeof value === 'string') return escaped(value)
  return 'html' in value ? value.html : value.map(written).join('')
}

/** A template that escapes its values, unless this function made them. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html => ({
  html: String.raw({ raw: parts }, ...values.map(written)),
})
