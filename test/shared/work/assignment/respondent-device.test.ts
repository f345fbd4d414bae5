import { expect, it } from 'vitest'
import { digestDevice } from '../../../../shared/work/assignment/respondent-device.ts'

const seen = { address: '102.89.1.2', userAgent: 'Mozilla/5.0 (Linux; Android 14)' }
const device = digestDevice(seen, 7, 'key')

it('is the same again for the same browser in the same network', () => {
  expect(digestDevice({ ...seen }, 7, 'key')).toEqual(device)
})

it('tells two browsers in one network apart, and two networks', () => {
  const other = digestDevice({ ...seen, userAgent: 'Mozilla/5.0 (iPhone)' }, 7, 'key')
  expect(other.network).toBe(device.network)
  expect(other.browser).not.toBe(device.browser)
  const elsewhere = digestDevice({ ...seen, address: '102.89.1.3' }, 7, 'key')
  expect(elsewhere.network).not.toBe(device.network)
  expect(elsewhere.browser).not.toBe(device.browser)
})

it('takes the first half of an IPv6 address for the network, however it is written', () => {
  const networks = ['2c0f:f5c0:0:12::1', '2C0F:F5C0:0000:0012:9:8:7:6', '2c0f:f5c0:0:12:ffff::']
  const digests = networks.map(address => digestDevice({ ...seen, address }, 7, 'key').network)
  expect(new Set(digests).size).toBe(1)
  expect(digestDevice({ ...seen, address: '2c0f:f5c0:0:13::1' }, 7, 'key').network).not.toBe(digests[0])
})

it('cannot be followed to another verification, nor found without the key', () => {
  expect(digestDevice(seen, 8, 'key').network).not.toBe(device.network)
  expect(digestDevice(seen, 7, 'other').network).not.toBe(device.network)
})
