import { readSiteFile } from './site.ts'

/** What a page may do beyond showing what this host answers. */
export interface PagePermissions {
  /** Takes photos, says where the device is, and works without a network. */
  readonly captures?: boolean
  /** The origins that its scripts may ask, besides ours. */
  readonly asks?: readonly string[]
  /** The origins whose pictures it shows, besides ours. */
  readonly showsPicturesOf?: readonly string[]
}

/** No script, style or frame but our own, and no address but these. */
const policyOf = ({ captures, asks = [], showsPicturesOf = [] }: PagePermissions): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob: data:", ...showsPicturesOf].join(' '),
    ["connect-src 'self'", ...asks].join(' '),
    ...(captures ? ["worker-src 'self'", "manifest-src 'self'", 'media-src blob:'] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The one address that a script makes: of the service worker, without which nothing works offline.
    `trusted-types ${captures ? 'service-worker' : "'none'"}`,
  ].join('; ')

/** The reply that shows a page that people work in. It holds nothing of anybody: all of that comes from the API. */
export const appPageResponse = (allowance: PagePermissions = {}) => {
  const own = allowance.captures ? '(self)' : '()'
  return {
    status: 200 as const,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Asked for anew each time: it names the files of the latest deploy.
      'cache-control': 'no-cache',
      'content-security-policy': policyOf(allowance),
      'permissions-policy': `camera=${own}, geolocation=${own}, microphone=()`,
      // Without any, a browser says of a form of this page that it comes from nowhere, and it is refused
      // (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
    },
    content: readSiteFile('index.html'),
  }
}
