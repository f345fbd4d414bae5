import { expect, it } from 'vitest'
import type { Route } from '../../../shared/http/contract/route.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { openWorld, request, send } from './chain.ts'

const routes = {
  postPage: {
    tag: 'Links',
    access: 'public',
    method: 'POST',
    path: '/v1/attest/{token}',
    summary: 'Says so',
    form: true,
    answers: { 200: null },
  },
} as const satisfies Record<string, Route>

it('is cut to what the longest field takes before anything reads it', async () => {
  const { ports } = openWorld()
  const forms: object[] = []
  const handler = servePublic(
    routes,
    {
      postPage: async ({ form }) => {
        forms.push(form)
        return { status: 200, content: '' } as const
      },
    },
    ports,
  )
  const body = `position=${'+'.repeat(200_000)}&place=${'%C3%BC'.repeat(2001)}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send(handler, request({ headers, body }))).statusCode).toBe(200)
  expect(forms).toEqual([{ position: ' '.repeat(2000), place: 'ü'.repeat(2000) }])
})
