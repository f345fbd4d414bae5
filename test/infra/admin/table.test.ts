import { expect, it } from 'vitest'
import { formatFields, formatTable } from '../../../infra/admin/table.ts'

it('shows rows under their columns, and what is missing as a dash', () => {
  expect(formatTable(['id', 'name'], [{ id: 1, name: 'One' }, { id: 20 }])).toBe('id  name\n1   One\n20  -')
  expect(formatTable(['id'], [])).toBe('none')
})

it('wraps the widest column within 100 characters, and cuts nothing off', () => {
  const scopes = [...Array(12).keys()].map(n => `identities.product-${n}`)
  const digits = '7'.repeat(120)
  const table = formatTable(['id', 'scopes', 'digits'], [{ id: 'client-1', scopes, digits }])
  for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  expect(table.replace(/\D/g, '').replace(/[^7]/g, '')).toContain('7'.repeat(120))
  for (const scope of scopes) expect(table).toContain(scope)
})

it('lets no text steer a terminal or break a line', () => {
  expect(formatFields({ name: 'a\u001b[31m\nb\u202e' })).toBe('name  a�[31m�b�')
})

it('shows the fields of what is within a field, too', () => {
  expect(formatFields({ id: 1, work: { way: 'open' }, lacks: [] })).toBe(
    'id        1\nwork.way  open\nlacks     -',
  )
})
