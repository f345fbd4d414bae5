import { beforeAll, expect, it } from 'vitest'
import { checkCodeOf, readCheckCode } from '../../../shared/report/check-code.ts'
import { checksOfSource, countCheck } from '../../../shared/report/check.ts'
import { startTable } from '../../support/table.ts'

beforeAll(async () => {
  await startTable()
  Object.assign(process.env, { SOURCE_ADDRESS_KEY: 'a key' })
})

const decision = { organisationId: 7, mode: 'live', verificationId: 890123456789012, revision: 2 } as const
const event = { id: 'evt_890123456789012_updated_2', sha256: 'ab'.repeat(32) }

it('is read as it was made, and there is none where no event was stored', () => {
  const code = checkCodeOf(decision, { event })!
  expect(code).toMatch(/^l\.7\.[0-9a-z]{10}\.2\.[\w-]{22}$/)
  expect(readCheckCode(code)).toEqual(decision)
  expect(readCheckCode(checkCodeOf({ ...decision, mode: 'test' }, { event })!)).toEqual({
    ...decision,
    mode: 'test',
  })
  expect(checkCodeOf(decision, { event: null })).toBeUndefined()
})

it('differs with the bytes of the event alone', () => {
  const codes = [event, { ...event, sha256: 'cd'.repeat(32) }].map(each =>
    checkCodeOf(decision, { event: each })!.split('.'),
  )
  expect(codes[0]!.slice(0, 4)).toEqual(codes[1]!.slice(0, 4))
  expect(codes[0]![4]).not.toBe(codes[1]![4])
})

const digest = 'a'.repeat(22)
it.each(['', 'l', `x.7.1.1.${digest}`, `l.7.1.0.${digest}`, `l.7.1.1.${digest.slice(1)}`])(
  'reads nothing from what is no code: %j',
  code => {
    expect(readCheckCode(code)).toBeUndefined()
  },
)

it('is asked so often in an hour from one address, and from another all the same', async () => {
  const nowMs = Date.parse('2026-11-22T10:15:00.000Z')
  for (let count = 0; count < checksOfSource.limit; count++) await countCheck('198.51.100.7', nowMs)
  await expect(countCheck('198.51.100.7', nowMs)).rejects.toMatchObject({
    code: 'too_many_requests',
    headers: { 'retry-after': '2700' },
  })
  await countCheck('198.51.100.8', nowMs)
})
