import { html } from '../../http/html.ts'
import { pageReply } from '../../http/web-page.ts'
import type { LinkRefusal } from './link.ts'

/** What a link says that shows nothing of its matter: as little as helps, and no name. */
const refusals = {
  unknown: {
    status: 404,
    title: 'This link does not work',
    text: 'Some of it may be missing. Please open it again from the message that you got, or copy all of it.',
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    text: 'Its time is over. If we still need something from you, we will send you another one.',
  },
  revoked: {
    status: 410,
    title: 'This link was replaced',
    text: 'We have sent you a newer one, or need nothing more. Please look for the latest message.',
  },
  over: {
    status: 410,
    title: 'This matter is closed',
    text: 'Nothing more is needed from you. Thank you.',
  },
} as const satisfies Readonly<Record<LinkRefusal, object>>

/** The page of a link that shows nothing. */
export const refusalReply = (kind: LinkRefusal) => {
  const { status, title, text } = refusals[kind]
  return { ...pageReply(status, { title, main: html`<h1>${title}</h1>\n<p>${text}</p>` }), result: kind }
}
