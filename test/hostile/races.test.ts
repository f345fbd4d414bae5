import { expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'

const world = await joinWorld()

it('an endpoint that is changed, rotated and removed at once answers none of them with a failure', async () => {
  const client = await world.client()
  const { url } = await world.receiver()
  const answers = new Set<number>()
  for (let round = 0; round < 40; round++) {
    const { id } = (await client.post('/v1/webhooks', { url: `${url}/${round}` })).body
    const at = `/v1/webhooks/${id}`
    const all = await Promise.all([
      ...Array.from({ length: 16 }, (_, index) => `${index}`).map(description =>
        client.request('PATCH', at, { description }),
      ),
      client.request('PATCH', at, { url: `${url}/${round}/moved` }),
      ...[1, 2].map(() => client.post(`${at}/secret`)),
      client.request('DELETE', at),
      ...[1, 2].map(() => client.get(at)),
    ])
    for (const { status } of all) answers.add(status)
  }
  expect([...answers].filter(status => status >= 500 && status !== 503)).toEqual([])
  expect(answers).toContain(200)
})
