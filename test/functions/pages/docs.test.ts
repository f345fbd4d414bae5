import { describe, expect, it } from 'vitest'
import { guideNames, guidePath } from '../../../infra/docs/guides.ts'
import { docsRoutes } from '../../../shared/http/contract/page-routes.ts'
import { type Path, pagePaths } from '../../../shared/routes.ts'
import { type Answer, call } from '../../support/api-client.ts'
import { joinWorld } from '../../support/environment.ts'
import { signInOwn } from '../../support/sign-in.ts'

const world = await joinWorld()

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${world.url}${path}`, 'GET', { headers })

const assetsOf = ({ body }: Answer): string[] =>
  [...body.matchAll(/(?:href|src)="(\/v1\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path)

describe('somebody with a browser', () => {
  it('who knows nothing but the host is led to the docs', async () => {
    const { status, headers } = await get('/')
    expect([status, headers.get('location')]).toEqual([302, '/v1/docs'])
  })

  it('who found a weakness is told to whom to report it, by RFC 9116', async () => {
    const { status, headers, body } = await get('/.well-known/security.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const [contact, expires, ...rest] = String(body).split('\n')
    expect([contact, rest]).toEqual(['Contact: mailto:security@example.com', ['Preferred-Languages: en', '']])
    const days = (Date.parse(expires!.replace('Expires: ', '')) - Date.now()) / 86_400_000
    expect(Math.ceil(days)).toBe(90)
  })

  it.each([...guideNames.map(guidePath), '/v1/docs/reference'])('reads %s', async path => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.body).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*<\/html>\n$/)
    expect(answer.body).not.toContain('{{')
  })

  it('reads operators’ guides as an operator alone', async () => {
    const path = '/v1/docs/operators/costs'
    const [agent, operator] = [
      await signInOwn(world, 'docs-agent', 'agent'),
      await signInOwn(world, 'docs-operator', 'operator'),
    ]
    const client = await world.client()
    expect([(await get(path)).status, (await agent.get(path)).status]).toEqual([401, 403])
    expect((await client.get(path)).status).toBe(403)
    const { status, headers, body } = await operator.get(path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(body).toContain('<a href="/v1/docs/operators/recovery">')
    expect((await operator.get(`${path}.md`)).status).toBe(200)
    const [reference, list, document] = await Promise.all(
      ['reference', 'llms.txt', 'openapi.json'].map(name => operator.get(`/v1/docs/operators/${name}`)),
    )
    expect(reference!.body).toContain('<a href="/v1/docs/operators/reference-operations#')
    expect(list!.body).toContain(`](${world.url}/v1/docs/operators/costs.md)`)
    expect(document!.body.paths).toHaveProperty(['/v1/operations/assignments'])
    expect((await agent.get('/v1/docs/operators/openapi.json')).status).toBe(403)
    expect((await operator.get('/v1/docs/operators/limits')).status).toBe(404)
  })

  it.each(['/v1/docs/limits', '/v1/docs/reference', '/v1/docs/reference-addresses'])(
    'is protected from every script but one file, which writes no HTML: %s',
    async path => {
      expect((await get(path)).headers.get('content-security-policy')).toBe(
        "default-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
      )
    },
  )

  it('loads what pages are shown with once and for all', async () => {
    const files = assetsOf(await get('/v1/docs'))
    expect(files).toHaveLength(3)
    for (const path of files) {
      const { status, headers, body } = await get(path)
      expect([path, status, body.length > 100]).toEqual([path, 200, true])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-encoding')).toBe('gzip')
      expect(headers.get('content-type')).toMatch(/^(text\/(css|javascript); charset=utf-8|image\/svg\+xml)$/)
    }
  })

  it('sees the pictures of the guides', async () => {
    const guides = await Promise.all(guideNames.map(name => get(guidePath(name))))
    const paths = guides.flatMap(({ body }) =>
      [...body.matchAll(/<img src="([^"]+)"/g)].map(([, path]) => path),
    )
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      const answer = await fetch(`${world.url}${path}`)
      const start = Buffer.from(await answer.arrayBuffer()).subarray(0, 4)
      expect([path, answer.status, answer.headers.get('content-type'), start.toString('latin1')]).toEqual([
        path,
        200,
        'image/png',
        '\x89PNG',
      ])
    }
  })

  it.each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip'],
  ])('is sent pages compressed, if its browser takes that: %s', async (encoding, accepted) => {
    const whole = await get('/v1/docs/limits', { 'accept-encoding': 'identity' })
    const packed = await fetch(`${world.url}/v1/docs/limits`, { headers: { 'accept-encoding': accepted } })
    expect(whole.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe(encoding)
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(whole.body.length / 2)
    expect(await packed.text()).toBe(whole.body)
  })

  it('searches an index that has no operators’ guide, and an operator one that has them', async () => {
    const packed = await fetch(`${world.url}/v1/docs/search.json`, { headers: { 'accept-encoding': 'br' } })
    expect([
      packed.status,
      packed.headers.get('content-encoding'),
      packed.headers.get('content-type'),
    ]).toEqual([200, 'br', 'application/json'])
    const path = '/v1/docs/operators/search.json'
    expect((await get(path)).status).toBe(401)
    const operator = await signInOwn(world, 'docs-searcher', 'operator')
    const { status, headers, body } = await operator.get(path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const paths = (body as [string, string, string][]).map(([, , each]) => each)
    expect(paths).toContain('/v1/docs/operators/costs')
    expect(paths).toContain('/v1/docs/limits')
    expect(paths).toContain('/v1/docs/operators/reference-addresses#createAddress')
  })

  it('reads commands for the host that it asked', async () => {
    const { body } = await get('/v1/docs/first-verification.md')
    expect(body).toContain(`API=${world.url}\n`)
    const other = world.url.replace('localhost', '127.0.0.1')
    expect((await call(`${other}/v1/docs/first-verification.md`, 'GET')).body).toContain(`API=${other}\n`)
  })

  it.each([
    '/v1/docs/nothing',
    '/v1/docs/nothing.md',
    '/v1/docs/%2e%2e',
    '/v1/docs/..%2findex.cjs',
    '/v1/docs/assets/docs.css',
    '/v1/docs/assets/index.html',
  ])('is told that %s is not there, or is none', async path => {
    const { status, body } = await get(path)
    expect([404, 400]).toContain(status)
    expect(['not_found', 'invalid_request']).toContain(body.code)
  })

  it.each(Object.values(docsRoutes).map(({ path }) => path))(
    'only reads: %s refuses to be written',
    async (path: Path) => {
      const answer = await call(`${world.url}${path.replace(/\{\w+\}/, 'limits')}`, 'POST', { body: {} })
      expect([answer.status, answer.body.code, answer.headers.get('allow')]).toEqual([
        405,
        'method_not_allowed',
        'GET',
      ])
    },
  )
})

describe('a coding agent', () => {
  it('finds every guide as Markdown from llms.txt, at the host that it asked', async () => {
    const { status, headers, body } = await get('/v1/llms.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toContain(`](${world.url}/v1/mcp)`)
    const links = [...body.matchAll(/\]\((\S+\.md)\)/g)].map(([, url]) => url)
    expect(links).toHaveLength(guideNames.length - 1)
    for (const url of links) {
      const guide = await call(url, 'GET')
      expect([guide.status, guide.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
      expect(guide.body).toMatch(/^# \S/)
    }
  })

  it('reads them all in one text', async () => {
    const { body } = await get('/v1/llms-full.txt')
    for (const name of guideNames) expect(body).toContain((await get(`/v1/docs/${name}.md`)).body)
  })
})

describe('a tool on another port of this machine', () => {
  const origin = 'http://localhost:5173'

  it('reads the OpenAPI document', async () => {
    const { headers } = await get('/v1/openapi.json', { origin })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each(['br', 'gzip', 'identity', 'br;q=0'])(
    'reads it as it can, compressed or plain: %s',
    async encoding => {
      const { status, headers, body } = await get('/v1/openapi.json', { 'accept-encoding': encoding })
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(headers.get('content-encoding')).toBe(/^(br|gzip)$/.test(encoding) ? encoding : null)
      expect([headers.get('vary'), headers.get('cache-control')]).toEqual([
        expect.stringContaining('accept-encoding'),
        'public, max-age=300',
      ])
      expect(body.openapi).toBe('3.1.0')
    },
  )

  it('may try operations, with a token and an Idempotency-Key', async () => {
    const { status, headers } = await call(`${world.url}/v1/addresses`, 'OPTIONS', {
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-headers')).toContain(
      'authorization,content-type,idempotency-key',
    )
  })

  it('is not a page of the web', async () => {
    const { headers } = await get('/v1/openapi.json', { origin: 'https://example.com' })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

it('keeps the operator’s paths out of the document that everybody reads', async () => {
  const { body } = await get('/v1/openapi.json')
  expect(Object.keys(body.paths).filter(path => /operations|session/.test(path))).toEqual([])
})

it('keeps the pages out of the document that clients are generated from', async () => {
  const { body } = await get('/v1/openapi.json')
  for (const path of pagePaths) expect(body.paths).not.toHaveProperty([path])
})
