import { describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { unpack } from '../../shared/event/body.ts'
import { bytesOf, type Item } from '../bench/dynamodb-units.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { openedWritesIn } from '../support/written.ts'

/** What callers claim: values that stand nowhere else, so that finding one anywhere is a leak. */
const claimed = {
  lastname: 'Plantedlast',
  middlename: 'Plantedmiddle',
  dob: '1961-10-01',
  phone: '08099112233',
  email: 'planted@person.example',
}
const firstname = 'Plantedfirst'
const illFormed = 'Planted-number-1234'

const numbers: string[] = []

const world = await joinWorld()
const live = await world.client('local-live')
const receiver = await world.receiver()
await live.post('/v1/webhooks', { url: receiver.url })

const lookEverythingUp = async (product: (typeof products)[number]) => {
  const claim = { ...claimed, [product.firstnameField]: firstname }
  const ask = (number: string, body: object = claim, headers = {}) => {
    numbers.push(number)
    return live.post(product.path(number), body, headers)
  }
  const right = { [product.firstnameField]: simulatedPerson.firstname, lastname: simulatedPerson.lastname }
  const statuses = [
    (await ask(product.ending('121'))).status,
    (await ask(product.ending('122'), right)).status,
    (await ask(product.ending('123'), right, { 'idempotency-key': `key-${product.name}` })).status,
    (await ask(product.ending('404'))).status,
    (await ask(illFormed)).status,
    (await ask(product.ending('124'), { ...claim, dob: claimed.lastname })).status,
  ]
  expect(statuses).toEqual([200, 200, 200, 404, 400, 400])
  world.simulator.behave('error')
  const late = await ask(product.ending('125'), right, { prefer: 'respond-async' })
  world.simulator.behave('answer')
  expect(late.status).toBe(202)
  await live.get(`/v1/identities/${late.body.id}`)
}

for (const product of products) await lookEverythingUp(product)
await eventually(() => receiver.received.length >= products.length, 'an event for each product')

/** What the registry answered, and what was claimed. */
const personal = (): string[] => [
  ...Object.values(claimed),
  firstname,
  ...Object.values(simulatedPerson).filter(value => value.length > 1),
  '1990-05-17',
  'Folake',
  illFormed,
  ...numbers,
]
const leaksIn = (text: string): string[] =>
  personal().filter(value => text.toLowerCase().includes(value.toLowerCase()))

const recorded = (service: string) => world.emulator.recorded.filter(each => each.service === service)

/** Every attribute of bytes in what was written to the table. */
const writtenBytes = (): Buffer[] =>
  recorded('dynamodb')
    .flatMap(({ body }) => [...body.matchAll(/"B":"([^"]+)"/g)])
    .map(([, base64]) => Buffer.from(base64!, 'base64'))

const unpacked = (bytes: Buffer): string => {
  try {
    return unpack(bytes)
  } catch {
    return ''
  }
}

describe('a person who is looked up', () => {
  it('reaches the customer', () => {
    expect(receiver.received.map(({ body }) => body).join()).toContain(simulatedPerson.photo)
  })

  it('stands in no log line', () => {
    expect(world.logLines.filter(line => line.includes('identity.')).length).toBeGreaterThan(10)
    expect(leaksIn(world.logLines.join('\n'))).toEqual([])
  })

  it('stands in no queue message', () => {
    expect(recorded('sqs').some(({ body }) => body.includes('"notBeforeMs'.replaceAll('"', '\\"')))).toBe(
      true,
    )
    expect(
      leaksIn(
        recorded('sqs')
          .map(({ body }) => body)
          .join('\n'),
      ),
    ).toEqual([])
  })

  it('stands in no item of the table, neither plain nor packed, nor within what is sealed', async () => {
    const items = recorded('dynamodb').map(({ body }) => body)
    expect(items.some(body => body.includes('"idNumberDigest"'))).toBe(true)
    expect(items.some(body => /"idNumberLast4":\{"B":/.test(body))).toBe(true)
    expect(items.some(body => /"idNumberLast4":\{"[^B]/.test(body))).toBe(false)
    expect(leaksIn(items.join('\n'))).toEqual([])
    const opened = await openedWritesIn(world)
    expect(opened.some(({ name }) => name === 'idNumberLast4')).toBe(true)
    expect(leaksIn(opened.map(({ value }) => value).join('\n'))).toEqual([])
    expect(writtenBytes().length).toBeGreaterThanOrEqual(2 * products.length)
    for (const bytes of writtenBytes()) {
      expect(leaksIn(bytes.toString('latin1'))).toEqual([])
      expect(leaksIn(unpacked(bytes))).toEqual([])
    }
  })

  it("is kept as a verdict, which has a place under the number's digest and in the list of what was charged, and charged by a line, each of one write unit", () => {
    const kept = recorded('dynamodb').filter(
      ({ action, body }) =>
        action === 'TransactWriteItems' && body.includes('"idNumberDigest"') && body.includes('"verdict"'),
    )
    expect(kept).toHaveLength(3 * products.length)
    const written = kept.map(
      ({ body }) => (JSON.parse(body) as { TransactItems: { Put: { Item: Item } }[] }).TransactItems,
    )
    expect(written.map(items => items.length)).toEqual(kept.map(() => 2))
    for (const { Put } of written.flat()) expect(bytesOf(Put.Item)).toBeLessThan(1024)
    const placesOf = ({ Put }: { Put: { Item: Item } }) =>
      Object.keys(Put.Item).filter(name => name.startsWith('gsi'))
    for (const items of written)
      expect(items.flatMap(placesOf).sort()).toEqual(['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'])
  })
})
