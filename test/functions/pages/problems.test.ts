import { describe, expect, it } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import { pagePaths, routes } from '../../../shared/routes.ts'
import { joinWorld } from '../../support/environment.ts'

/* What a browser is answered where an API client is answered a problem. */

const world = await joinWorld()

/** As Chromium asks for what somebody opens. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

const open = async (path: string, headers: Record<string, string> = browser) => {
  const answer = await fetch(`${world.url}${path}`, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const id = '890123456789012'
const titleIn = (text: string): string | undefined => /<h1>([^<]+)<\/h1>/.exec(text)?.[1]

const missing = [404, 'This page does not exist'] as const
const closed = [401, 'Please sign in to see this'] as const
const cases = [
  ['/nothing', ...missing],
  ['/v1/nothing', ...missing],
  ['/v1/applicant/', ...missing],
  ['/v1/docs/nothing', ...missing],
  ['/v1/docs/assets/nothing.css', ...missing],
  ['/v1/docs/clients/verification-client-0.1.0.tgz', ...missing],
  ['/v1/desk/nothing', ...missing],
  ['/v1/work/nothing', ...missing],
  ['/v1/portal/nothing', ...missing],
  ['/v1/file/nothing', 400, 'This page does not exist'],
  ['/v1/docs/operators/costs', ...closed],
  [`/v1/addresses/${id}/report`, ...closed],
  [`/v1/employments/${id}/report`, ...closed],
  [`/v1/identities/${id}/report`, ...closed],
  [`/v1/operations/cases/${id}/report`, ...closed],
  ['/v1/session/sign-in?returnTo=https://example.com', 400, 'This did not work'],
  ['/v1/session/callback', 400, 'You are not signed in'],
  ['/v1/session/sign-out', 405, 'This did not work'],
] as const

describe('a browser that asks for what is not there, or not open to it,', () => {
  it.each(cases)('gets a page that says what to do: %s', async (path, status, title) => {
    const { headers, ...shown } = await open(path)
    const header = (name: string) => headers.get(name)
    expect([shown.status, titleIn(shown.text), header('content-type')]).toEqual([
      status,
      title,
      'text/html; charset=utf-8',
    ])
    expect(shown.text).toMatch(/<h2>What you can do<\/h2>\n<ul>\n<li>[\s\S]+<\/ul>/)
    expect(shown.text).toContain(`<code>${header('x-request-id')}</code>`)
    expect(shown.text).toContain(`<p>${stages.local.operator.legalName}</p>`)
    // Nothing of what was asked for.
    expect(shown.text).not.toContain(id)
    expect(header('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect([header('referrer-policy'), header('cache-control')]).toEqual(['no-referrer', 'no-store'])
    expect(header('x-robots-tag')).toBe('noindex, nofollow, noarchive')
    expect([header('x-content-type-options'), header('strict-transport-security')]).toEqual([
      'nosniff',
      'max-age=31536000',
    ])
  })

  it.each(cases)('and a program that does gets the problem: %s', async (path, status) => {
    // Java's own client names HTML unasked.
    const programs = [{ accept: '*/*' }, { ...browser, authorization: 'Bearer nothing' }]
    for (const headers of programs) {
      const answer = await open(path, headers)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'application/problem+json',
      ])
    }
  })

  it('is never shown raw JSON by a page or a report, whatever stands in its path', async () => {
    const reports = Object.values(routes).filter(
      route => 'mediaType' in route && route.mediaType === 'text/html',
    )
    expect(reports).toHaveLength(4)
    const asked = [...pagePaths, ...reports.map(({ path }) => path)].map(path =>
      path.replace('{id}', id).replace(/\{\w+\}/g, 'nothing'),
    )
    const shown = await Promise.all(asked.map(async path => [path, await open(path)] as const))
    const raw = shown.filter(
      ([, { status, headers }]) => status >= 400 && /json/.test(headers.get('content-type') ?? ''),
    )
    expect(raw.map(([path]) => path)).toEqual([])
  })

  it('is led to the portal from a customer’s report, and to sign in from what staff read', async () => {
    expect((await open(`/v1/addresses/${id}/report`)).text).toContain('<a href="/v1/portal">the portal</a>')
    const staff = ['/v1/docs/operators/costs', `/v1/operations/cases/${id}/report`]
    for (const path of staff)
      expect((await open(path)).text).toContain('<a href="/v1/session/sign-in?returnTo=/v1/desk">Sign in</a>')
  })
})
