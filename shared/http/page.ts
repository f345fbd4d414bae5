import { html } from './html.ts'
import { readSiteFile } from './site.ts'

/** Headers of every HTML page; `sources` are what its content security policy allows beyond nothing. */
export const pageHeaders = (sources: readonly string[], referrerPolicy = 'no-referrer') => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': referrerPolicy,
})

/** Leads on at once by a page: a redirect would count as begun by the other site. */
export const redirectPageResponse = ({
  title,
  said,
  next,
  cookies,
}: {
  readonly title: string
  readonly said: string
  readonly next: string
  readonly cookies: readonly string[]
}) => ({
  status: 200 as const,
  // The address of such a page may hold a code, so the page sends no referrer.
  headers: pageHeaders(["form-action 'none'"]),
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

interface PagePermissions {
  readonly captures?: boolean
  readonly asks?: readonly string[]
  readonly showsPicturesOf?: readonly string[]
}

export const appPageResponse = ({ captures, asks = [], showsPicturesOf = [] }: PagePermissions = {}) => {
  const own = captures ? '(self)' : '()'
  const sources = [
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob: data:", ...showsPicturesOf].join(' '),
    ["connect-src 'self'", ...asks].join(' '),
    ...(captures ? ["worker-src 'self'", "manifest-src 'self'", 'media-src blob:'] : []),
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // The one address that a script makes: of the service worker, without which nothing works offline.
    `trusted-types ${captures ? 'service-worker' : "'none'"}`,
  ]
  return {
    status: 200 as const,
    headers: {
      // Without a referrer a browser sends a form of this page with the origin `null`, which is refused
      // (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
      ...pageHeaders(sources, 'same-origin'),
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-opener-policy': 'same-origin',
      // Not cached: it names the files of the latest deployment.
      'cache-control': 'no-cache',
      'permissions-policy': `camera=${own}, geolocation=${own}, microphone=()`,
    },
    content: readSiteFile('index.html'),
  }
}
