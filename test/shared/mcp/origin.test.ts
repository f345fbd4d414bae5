import { expect, it } from 'vitest'
import { isOwnOrigin } from '../../../shared/mcp/origin.ts'

const own = 'https://api.example.com'

it.each([
  ['https://api.example.com', own, 'prod', true],
  ['https://api.example.com.evil.example', own, 'prod', false],
  ['http://api.example.com', own, 'prod', false],
  ['http://localhost:3000', own, 'prod', false],
  ['null', own, 'prod', false],
  ['http://localhost:3000', 'http://localhost:3000', 'local', true],
  ['http://localhost:6274', 'http://localhost:3000', 'local', true],
  ['http://[::1]:3000', 'http://localhost:3000', 'local', true],
  // What the page calls itself leads to this machine, too.
  ['http://evil.example:3000', 'http://evil.example:3000', 'local', false],
  ['http://localhost.evil.example', 'http://localhost:3000', 'local', false],
  ['https://localhost:3000', 'http://localhost:3000', 'local', false],
])('a page of %s, at %s of %s, may ask: %s', (origin, asked, stage, may) => {
  expect(isOwnOrigin(origin, asked, stage)).toBe(may)
})
