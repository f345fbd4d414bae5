import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acquireResources, type EmulatorResources } from '../../../infra/emulator/emulator-resources.ts'
import { openPage } from '../../../infra/local/page/page.ts'
import { secretOf, seededClients } from '../../../infra/local/seed.ts'
import { html } from '../../../shared/http/html.ts'

const message = {
  at: '2026-11-20T12:00:00.000Z',
  channel: 'sms',
  from: 'arn:aws:sms-voice:us-east-1:1:sender-id/VERIFY/NG',
  to: '+2348031234567',
  text: 'Who we are: http://localhost:3000/v1/applicant/x',
} as const

let resources: EmulatorResources
let port: string

beforeAll(async () => {
  resources = await acquireResources({ front: openPage(() => [message]) })
  resources.listeners.openApi(async (_request, response) => void response.end('the API'))
  port = new URL(resources.listeners.addresses.httpApi).port
})
afterAll(async () => {
  await resources.listeners.close()
  resources.data.close()
})

interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** With a Host header, which `fetch` would not send. */
const ask = (path: string, host = `localhost:${port}`, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host } }, answer => {
      let body = ''
      answer.on('data', chunk => {
        body += chunk
      })
      answer.on('end', () => resolve({ headers: answer.headers as Record<string, string>, body }))
    })
    asked.on('error', reject).end()
  })

it.each(['localhost', '127.0.0.1', '[::1]'])(
  'shows at / what there is to know, under the name %s',
  async name => {
    const { headers, body } = await ask('/?from=somewhere', `${name}:${port}`)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { clientId } of seededClients) expect(body).toContain(`${clientId} / ${secretOf(clientId)}`)
    expect(body).toContain(`--url http://${name}:${port}`)
    expect(body).toContain('href="/v1/')
  },
)

it('shows what was sent to people outside, with its links', async () => {
  const { body } = await ask('/')
  expect(body).toContain(`<strong>text message to ${message.to}</strong>`)
  const link = 'http://localhost:3000/v1/applicant/x'
  expect(body).toContain(`Who we are: <a href="${link}">${link}</a>`)
})

it('lets nothing run, and nothing load but its own style, and is read by no other page', async () => {
  const { headers, body } = await ask('/')
  const policy = headers['content-security-policy']!
  expect(policy).toContain("default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toContain('unsafe')
  expect(headers).toMatchObject({
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https:\/\//)
})

it('serves its style', async () => {
  expect((await ask('/page.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

it('leaves everything else to the API: its paths, other methods, and names that are not of this machine', async () => {
  for (const path of ['/v1/events', '/token', '/favicon.ico', '//', '/page.js', '/page.css/', '/v1/..'])
    expect((await ask(path)).body).toBe('the API')
  expect((await ask('/', undefined, 'POST')).body).toBe('the API')
  for (const host of ['attacker.example', `attacker.example:${port}`, 'localhost.attacker.example'])
    expect((await ask('/', host)).body).toBe('the API')
})

it('answers HEAD without a body', async () => {
  const { headers, body } = await ask('/', undefined, 'HEAD')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toBe('')
})

it('reads no value as HTML', () => {
  const value = `<b onclick="x('&')">`
  const written = '&lt;b onclick=&quot;x(&#39;&amp;&#39;)&quot;&gt;'
  expect(html`<p>${value}${[html`<i>${value}</i>`]}</p>`.html).toBe(`<p>${written}<i>${written}</i></p>`)
})
