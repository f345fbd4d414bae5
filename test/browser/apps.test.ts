import { describe, expect, it } from 'vitest'
import { version } from '../../infra/version.ts'
import { joinWorld } from '../support/environment.ts'
import { signIn } from '../support/sign-in.ts'
import { eachView, look, openBrowser, openPage } from './browser.ts'

const world = await joinWorld()
const browser = await openBrowser()

describe.each(['work', 'desk', 'portal'] as const)('the page %s', app => {
  it.each(eachView)('asks a visitor without a session to sign in: %s', async (_name, view) => {
    await using opened = await openPage(browser, `${world.url}/v1/${app}`, view)
    const { page, complaints } = opened
    const [link, button] = (['link', 'button'] as const).map(role =>
      page.getByRole(role, { name: 'Sign in' }),
    )
    await link!.or(button!).waitFor()
    await look(page, `${app}-signed-out`, view)
    // The answer to the question who is signed in.
    expect(complaints.filter(complaint => !complaint.includes('401'))).toEqual([])
  })

  it('loads our own files only', async () => {
    const response = await fetch(`${world.url}/v1/${app}`)
    const text = await response.text()
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
    const named = ['icon.svg', 'icon-192.png', 'manifest.webmanifest'].map(name => `/v1/work/${name}`)
    expect(loaded).toEqual([
      ...(app === 'work' ? named : ['data:,']),
      expect.stringMatching(`^/v1/${app}/page\\.[A-Z0-9]{8}\\.css$`),
      // What its script cannot start without, since what is loaded later needs it, too.
      ...(app === 'portal' ? [] : [expect.stringMatching(`^/v1/${app}/part\\.[A-Z0-9]{8}\\.js$`)]),
      expect.stringMatching(`^/v1/${app}/main\\.[A-Z0-9]{8}\\.js$`),
    ])
    for (const path of loaded.slice(-2)) {
      const { status, headers } = await fetch(`${world.url}${path}`)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    }
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ")
    expect(policy).not.toContain('unsafe')
  })
})

it.each([
  ['desk', 'reviewer-1'],
  ['work', 'agent-1'],
])(
  'says at the foot of the page %s which release it is of, as the health of the service does',
  async (app, person) => {
    const { cookie } = await signIn(world, person)
    const [name, value] = cookie.split('=') as [string, string]
    const context = await browser.newContext()
    await context.addCookies([{ name, value, url: world.url, httpOnly: true, sameSite: 'Strict' }])
    const page = await context.newPage()
    await page.goto(`${world.url}/v1/${app}`)
    if (app === 'work') await page.getByRole('button', { name: 'I have read it' }).click()
    await page.locator('footer').getByText(`Version ${version}`, { exact: true }).waitFor()
    const health = await fetch(`${world.url}/v1/health`)
    expect(await health.json()).toEqual({ status: 'ok', stage: 'local', version })
    await context.close()
  },
)

it.each([
  ['desk', 'reviewer-1'],
  ['work', 'agent-1'],
])('signs out by a form of the page %s, here and at the identity provider', async (app, person) => {
  const { cookie } = await signIn(world, person)
  const context = await browser.newContext()
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: world.url, httpOnly: true, sameSite: 'Strict' }])
  const page = await context.newPage()
  await page.goto(`${world.url}/v1/${app}`)
  if (app === 'work') await page.getByRole('link', { name: 'Sign out' }).click()
  const atIssuer = page.waitForRequest(request => new URL(request.url()).pathname === '/session/end')
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(new URL((await atIssuer).url()).searchParams.get('post_logout_redirect_uri')).toBe(`${world.url}/`)
  expect(await context.cookies(world.url)).toEqual([])
  await context.close()
})
