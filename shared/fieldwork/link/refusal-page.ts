import { html } from '../../http/html.ts'
import { plainPage } from '../../http/plain-page.ts'
import type { LinkRefusal } from './link.ts'

/** What a link that shows nothing says instead: never whose it was, nor whether it ever was one. */
const refusals = {
  unknown: {
    status: 404,
    title: 'This link leads nowhere',
    text: 'Please check that you opened the whole link, as it stands in the message.',
  },
  expired: {
    status: 410,
    title: 'This link is no longer valid',
    text: 'Its time is over. If we still need your answer, we will send you another one.',
  },
  revoked: {
    status: 410,
    title: 'This link is no longer valid',
    text: 'A newer link was sent in its place, or it was withdrawn. Please use the newest message that you have.',
  },
  over: {
    status: 410,
    title: 'This question is closed',
    text: 'Nothing more is needed. Thank you.',
  },
} as const satisfies Record<LinkRefusal, { status: number; title: string; text: string }>

/** The page of a link that shows nothing of its matter. */
export const refusalPage = (why: LinkRefusal) => {
  const { status, title, text } = refusals[why]
  return plainPage(status, { title, main: html`<h1>${title}</h1>\n<p>${text}</p>` })
}
