import { expect, it } from 'vitest'
import { setting } from '../../../shared/aws/environment.ts'
import { Fault } from '../../../shared/aws/errors.ts'

const refusal = (name: string) => new Fault(`The environment variable ${name} is missing or ill-formed`)

it.each([
  ['TABLE_NAME', undefined],
  ['WEBHOOK_RETRY_DELAYS_SECONDS', undefined],
  ['WEBHOOK_RETRY_DELAYS_SECONDS', '[1, "two"]'],
  ['WEBHOOK_TIMEOUT_SECONDS', 'soon'],
  ['PRICES', '{"address":"free"}'],
  ['REGISTRIES', '{"nin":{"baseUrl":"http://localhost"}}'],
  ['LOOKUP_LIMITS', '{}'],
] as const)('names %s when it is %s, and never quotes it', (name, value) => {
  if (value !== undefined) process.env[name] = value
  expect(() => setting(name)).toThrow(refusal(name))
})

it('is read again after a refusal, and parsed once while it stays the same', () => {
  expect(() => setting('PRICES')).toThrow(refusal('PRICES'))
  process.env.PRICES = '{"nin":150}'
  const prices = setting('PRICES')
  expect(prices).toEqual({ nin: 150 })
  expect(setting('PRICES')).toBe(prices)
  process.env.PRICES = '{"nin":151}'
  expect(setting('PRICES')).toEqual({ nin: 151 })
})

it('has the type that the reader needs', () => {
  Object.assign(process.env, {
    SIMULATED_AGENT_DELAY_SECONDS: '1.5',
    WEBHOOK_ALLOW_LOCAL: 'true',
    LOOKUP_RETRIES: '{"retrySeconds":[1,2],"giveUpSeconds":9,"undeclared":1}',
  })
  expect(setting('SIMULATED_AGENT_DELAY_SECONDS')).toBe(1.5)
  expect(setting('WEBHOOK_ALLOW_LOCAL')).toBe(true)
  expect(setting('ALLOW_FIXED_SECRETS')).toBe(false)
  expect(setting('LOOKUP_RETRIES')).toEqual({ retrySeconds: [1, 2], giveUpSeconds: 9 })
})
