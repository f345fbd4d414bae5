import { markup } from '../hostile/markup.ts'
import { texts } from '../hostile/values.ts'

/** What strangers may have written wherever a page shows their words. */
export const strangersTexts = [...markup, ...texts.map(text => JSON.parse(text) as string)]

/** The tags of a page in their order, with nothing of what fields hold: its shape, whatever it shows. A quoted value may contain `>`. */
export const tagsOf = (page: string): string[] =>
  (page.match(/<(?:[^>"]|"[^"]*")*/g) ?? []).map(tag => tag.replace(/ value="[^"]*"/g, ''))
