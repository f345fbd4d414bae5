import { html } from './html.ts'

interface Onward {
  readonly title: string
  readonly said: string
  /** Where it leads, at once. */
  readonly next: string
  readonly cookies: readonly string[]
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The address of such a page may hold a code.
  'referrer-policy': 'no-referrer',
}

/** A page that leads on, where a redirect would be taken for somebody else's. */
export const redirectPageResponse = ({ title, said, next, cookies }: Onward) => ({
  status: 200 as const,
  headers,
  cookies,
  content: html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${next}">
<title>${title}</title>
<p>${said} <a href="${next}">Go on</a></p>
</html>
`.html,
})
