import { html } from '../http/html.ts'
import { pageResponse } from '../http/web-page.ts'
import { englishTexts } from '../texts/english.ts'
import type { NoticeText } from '../texts/texts.ts'
import type { LinkRefusal } from './link.ts'

/** A page that says one thing. */
export const noticeReply = <Status extends number>(status: Status, { title, text }: NoticeText) =>
  pageResponse(status, { title, main: html`<h1>${title}</h1>\n<p>${text}</p>` })

const statuses = {
  unknown: 404,
  expired: 410,
  revoked: 410,
  withdrawn: 410,
  over: 410,
} as const satisfies Readonly<Record<LinkRefusal, number>>

/** The page of a link that shows nothing of its matter: as little as helps, and no name. */
export const refusalReply = (kind: LinkRefusal) => ({
  ...noticeReply(statuses[kind], englishTexts.refusals[kind]),
  result: kind,
})
