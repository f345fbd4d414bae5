import { expect, it } from 'vitest'
import { askedEmployment, documentsAsked, open, send, sendFile } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { worker } from '../support/fieldwork.ts'
import { executable, jpegOf } from '../support/pictures.ts'

/* Behind a link stands nobody whom we know. */

const world = await joinWorld()
const agent = await worker(world, 'links-agent', ['agent'])

type Shown = Awaited<ReturnType<typeof open>>

/** How often it is answered otherwise before the limit; a limit's hour may end meanwhile. */
const untilRefused = async (most: number, post: () => Promise<Shown>) => {
  for (let count = 0; count <= 2 * most; count++) {
    const last = await post()
    if (last.status === 429) return { count, last }
  }
  throw new Error('There is no limit')
}

it('a form of 250,000 spaces is answered as any other', async () => {
  const { page } = await documentsAsked(world, agent)
  const sent = await send(page, `has=some&which=${'+'.repeat(250_000)}`)
  expect([sent.status, sent.page]).toEqual([400, expect.stringContaining('<form')])
})

it('forms that fail are refused in words after thirty in an hour, on this link alone', async () => {
  const [{ page }, other] = [await documentsAsked(world, agent), await documentsAsked(world, agent)]
  const { count, last } = await untilRefused(30, () => send(page, 'has=perhaps'))
  expect(count).toBeGreaterThanOrEqual(30)
  expect(last.text).toContain('Please wait until the next full hour, and open your link again.')
  expect(await open(page)).toMatchObject({ status: 200 })
  expect((await send(other.page, 'has=perhaps')).status).toBe(400)
})

it('photos are re-encoded at most twenty times in an hour, accepted or not', async () => {
  const { page } = await documentsAsked(world, agent)
  const { count } = await untilRefused(20, () => sendFile(page, executable()))
  expect(count).toBeGreaterThanOrEqual(20)
})

it('forty megabytes are taken in an hour', async () => {
  const { page } = await documentsAsked(world, agent)
  const large = Buffer.concat([jpegOf(640, 480), Buffer.alloc(3_500_000)])
  await sendFile(page, large)
  const { count } = await untilRefused(10, () => sendFile(page, large))
  expect(count).toBeLessThanOrEqual(20)
})

it('whoever makes links up is refused, and shuts out no applicant or employer behind the same address', async () => {
  const [{ page: applicants }, { page: employers }] = [
    await documentsAsked(world, agent),
    await askedEmployment(world, agent),
  ]
  const madeUp = `${world.url}/v1/attest/${'a'.repeat(53)}`
  await untilRefused(300, () => send(madeUp, 'employed=yes'))
  expect([
    (await send(applicants, 'has=perhaps')).status,
    (await send(employers, 'employed=perhaps')).status,
  ]).toEqual([400, 400])
})
