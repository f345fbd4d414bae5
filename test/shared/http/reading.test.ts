import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  genderKey,
  isPersonName,
  nigerianPhones,
  readDate,
  readEmail,
  readGender,
  readIdNumber,
  readName,
  readPhone,
} from '../../../shared/http/contract/reading.ts'
import {
  businessName,
  dateString,
  email,
  gender,
  optionalIdNumber,
  optionalPersonName,
  personName,
  phone,
  phoneAnywhere,
} from '../../../shared/http/contract/text.ts'
import { forMany } from '../../support/for-all.ts'

const read = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) => {
  const { success, data, error } = z.safeParse(schema, value)
  return success ? data : { refused: error.issues.map(({ message }) => message) }
}

const charactersOf = (form: RegExp): string[] =>
  Array.from({ length: 0x110000 }, (_, point) => point)
    .filter(point => point < 0xd800 || point > 0xdfff)
    .map(point => String.fromCodePoint(point))
    .filter(character => form.test(character))

const invisible = charactersOf(/^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u)
const spaces = charactersOf(/^\p{Z}$/u)
const dashes = charactersOf(/^[\p{Pd}−]$/u)

const readers = {
  readName,
  readEmail,
  readDate,
  readGender,
  readIdNumber,
  phoneOfNigeria: (text: string) => readPhone(text, nigerianPhones) ?? text,
  phoneOfNoCountry: (text: string) => readPhone(text) ?? text,
}

const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'0123456789+-() .AaZé́ʼ', ...spaces, ...dashes), maxLength: 30 }),
  fc.constantFrom('+234 (0) 803 123 4567', '00 234 803 123 4567', '０８０３１２３４５６７', '01 234 5678'),
)

describe('every reader', () => {
  it.each(Object.entries(readers))('%s reads what it has read to the same', (_name, reader) => {
    forMany(1000)(typed, text => {
      expect(reader(reader(text))).toBe(reader(text))
    })
  })

  /** A value, the schema, and what stands in the value that may be written otherwise. */
  const right = [
    ['a name', personName(1000), 'Ada-Oluwa Obi', 'Ada-Oluwa Obi'],
    ['a telephone number', phone, '0803-123 4567', '+2348031234567'],
    ['an email address', email, 'ada-obi@example.com', 'ada-obi@example.com'],
    ['a date', dateString, '1990-04-12', '1990-04-12'],
    ['a gender', gender, 'female', 'female'],
    ['an id number', optionalIdNumber(1000), 'AK-012 3456', 'AK0123456'],
  ] as const

  it.each(right)('gets %s however it is strewn with what nobody sees', (_what, schema, text, meant) => {
    const places = fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom(...invisible)), { maxLength: 5 })
    forMany(500)(places, strewn => {
      const written = strewn.reduce<string>((so, [at, mark]) => so.slice(0, at) + mark + so.slice(at), text)
      // Marks of a pair may be cut apart by the next: what is no text is refused.
      if (/\p{Cs}/u.test(written)) return
      expect(read(schema, written)).toBe(meant)
    })
  })

  it.each(right)('gets %s with every space and dash that there is', (_what, schema, text, meant) => {
    for (const space of spaces) {
      expect(read(schema, `${space}${text.replaceAll(' ', space)}${space}`)).toBe(meant)
    }
    for (const dash of dashes) expect(read(schema, text.replaceAll('-', dash))).toBe(meant)
  })

  it.each(right)(
    'refuses or gets %s with any character put in, and keeps nothing hidden',
    (_what, schema, text) => {
      const character = fc.oneof(
        fc.constantFrom(...invisible, ...spaces, ...dashes),
        fc.string({ unit: 'binary' }),
      )
      forMany(500)(character, fc.nat(text.length), (put, at) => {
        const got = read(schema, text.slice(0, at) + put + text.slice(at))
        if (typeof got !== 'string') {
          expect((got as { refused: string[] }).refused).not.toEqual([])
          return
        }
        expect(got).toBe(got.trim())
        expect(got).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
      })
    },
  )
})

describe('a telephone number', () => {
  it.each([
    '08031234567',
    '8031234567',
    '2348031234567',
    '0803 123 4567',
    '(0803) 123-4567',
    '0803.123.4567',
    '+234-803-123-4567',
    '+234(0)8031234567',
    '+234 (0) 803 123 4567',
    '(+234) 0803 123 4567',
    '+(234) 803 123 4567',
    '00 234 803 123 4567',
    '009 234 803 123 4567',
    '\u202a+2348031234567\u202c',
    '\u202d08031234567\u202c',
    '\u206608031234567\u2069',
    '\ufeff0803\u200b1234567\u200e',
    '0803\u00a0123\u00a04567',
    '0803\u2011123\u20114567',
    '0803–123—4567',
    '0803−123−4567',
    '+234\u2009803\u2009123\u20094567',
    '０８０３１２３４５６７',
    '＋２３４（０）８０３　１２３－４５６７',
    '0803\t123 4567\n',
  ])('%j is +2348031234567', written => {
    expect(read(phone, written)).toBe('+2348031234567')
  })

  it.each([
    ['01 234 5678', '+23412345678'],
    ['+234 1 234 5678', '+23412345678'],
    ['+44 (0) 20 7946 0018', '+442079460018'],
    ['0044 20 7946 0018', '+442079460018'],
    ['+254 712 345678', '+254712345678'],
    ['+1 (202) 555-0123', '+12025550123'],
    // Nothing tells its country.
    ['12025550123', '12025550123'],
    ['0712 345 678', '0712345678'],
  ])('%j is %s', (written, meant) => {
    expect(read(phone, written)).toBe(meant)
  })

  it('is left as its digits where the product has another country', () => {
    expect(read(phoneAnywhere, '0712 345 678')).toBe('0712345678')
    expect(read(phoneAnywhere, '0803-123-4567')).toBe('08031234567')
    expect(read(phoneAnywhere, '+234 (0) 803 123 4567')).toBe('+2348031234567')
  })

  it.each([
    '8031234567.0',
    '08031234567.0',
    '2348031234567.0',
    '+2348031234567.00',
    '8031234567. 0',
    '８０３１２３４５６７．０',
  ])('%j went through a spreadsheet, which the refusal says', written => {
    expect(read(phone, written)).toEqual({
      refused: [
        'Expected a telephone number: this one ends like a decimal number of a spreadsheet. Send it as text, as in +2348031234567.',
      ],
    })
  })

  it.each([
    '0000000',
    '00000000000',
    '+0000000000',
    '+234 000 000 0000',
    '234 0000000000',
    '+254000000000',
    '1111111',
    '123456',
    '+1234567890123456',
    '++2348031234567',
    '0803+1234567',
    '8.031234567E9',
    '08031234567,0',
    '08031234567 08031234568',
    '0803123456a',
    '٠٨٠٣١٢٣٤٥٦٧',
    'call me',
    '0803\u00001234567',
    '.',
    '-------',
  ])('%j is none', written => {
    expect(read(phone, written)).toEqual({ refused: ['Expected a telephone number, as in +2348031234567.'] })
  })
})

describe('a person’s name', () => {
  it.each([
    [' Ada ', 'Ada'],
    ['Mary  Jane', 'Mary Jane'],
    ['\u202eAda\u202c', 'Ada'],
    ['A\u200bda', 'Ada'],
    ['A\u00adda', 'Ada'],
    ['Oluwa\u2011Seun', 'Oluwa-Seun'],
    ['O\u0301la', 'Óla'],
    ["Ng'ang'a", "Ng'ang'a"],
    ['D’Souza', 'D’Souza'],
    ['Ọláwálé', 'Ọláwálé'],
    ['李', '李'],
    ['Ƙ', 'Ƙ'],
    ['Na', 'Na'],
    ['Null', 'Null'],
  ])('%j is %j', (written, meant) => {
    expect(read(personName(100), written)).toBe(meant)
    expect(read(optionalPersonName(100), written)).toBe(meant)
  })

  const nameless = [
    '.',
    '-',
    '--',
    '---',
    '–',
    '123',
    '0',
    '?',
    "'",
    'ʼ',
    '…',
    '*',
    'N/A',
    'n/a',
    'n./a.',
    '😀',
  ]
  it.each(nameless)('%j is none: refused where one is needed, not sent where none is', written => {
    expect(isPersonName(written)).toBe(false)
    expect(read(personName(100), written)).toEqual({ refused: ['Expected a name: at least one letter.'] })
    expect(read(optionalPersonName(100), written)).toBeUndefined()
  })

  it.each(['', ' ', '\u200b', '\u3164', '\u202e\u2069'])('%j is no text at all', written => {
    expect(read(personName(100), written)).not.toBeTypeOf('string')
    expect(read(optionalPersonName(100), written)).toBeUndefined()
  })

  it('has no line breaks, and one refusal', () => {
    expect(read(personName(100), 'Ada\nObi')).toEqual({
      refused: ['Expected text without control characters.'],
    })
    expect(read(personName(100), '\u00001')).toEqual({
      refused: ['Expected text without control characters.'],
    })
    expect(read(optionalPersonName(100), 'Ada\u0000')).toEqual({
      refused: ['Expected text without control characters.'],
    })
  })

  it('may be a number if a business has it', () => {
    expect(read(businessName(100), ' 7\u200b11 ')).toBe('711')
    expect(read(businessName(100), '\u2800')).toEqual({
      refused: ['Expected a name: at least one letter or digit.'],
    })
  })
})

it.each([
  'ada@example.com ',
  ' ada@example.com',
  'ada@example.com\n',
  'ada@example.com\u00a0',
  '\u200bada@example.com\ufeff',
  'ada\u200b@example.com',
  'ａｄａ@example.com',
])('reads the email address %j', written => {
  expect(read(email, written)).toBe('ada@example.com')
})

it.each(['ada@ example.com', 'ada example.com', 'ada@example', 'a@b.example, c@d.example', '@'])(
  'refuses the email address %j',
  written => {
    expect(read(email, written)).not.toBeTypeOf('string')
  },
)

it.each(['1990-04-12 ', '1990\u201104\u201112', '１９９０-04-12', '\u202a1990-04-12\u202c'])(
  'reads the date %j',
  written => {
    expect(read(dateString, written)).toBe('1990-04-12')
  },
)

it.each(['1990-02-31', '2023-02-29', '12/04/1990', '1990-4-12', '1990-04-12T00:00:00Z', '1990 04 12', ''])(
  'refuses the date %j',
  written => {
    expect(read(dateString, written)).not.toBeTypeOf('string')
  },
)

it.each([
  ['m', 'm'],
  ['M.', 'm'],
  ['MALE', 'm'],
  [' man', 'm'],
  ['f', 'f'],
  ['Female', 'f'],
  ['ＦＥＭＡＬＥ', 'f'],
  ['Woman\u200e', 'f'],
])('reads the gender %j as %s, and keeps how it was written', (written, key) => {
  const kept = read(gender, written) as string
  expect(kept).toBe(readGender(written))
  expect(genderKey(kept)).toBe(key)
})

it.each(['N/A', 'Not specified', '0', '1', '-', 'mf', 'unknown'])('refuses the gender %j', written => {
  expect(read(gender, written)).toEqual({
    refused: ['Expected m, f, male or female; leave it out where it is not known.'],
  })
})

it.each(['-', ' ', '', null, '\u200b'])('takes the id number %j for one that was not sent', written => {
  expect(read(optionalIdNumber(50), written)).toBeUndefined()
})
