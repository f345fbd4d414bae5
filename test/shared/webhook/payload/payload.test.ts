import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode } from '../../../../shared/event/encode.ts'
import { masked } from '../../../../shared/webhook/payload/masking.ts'
import { payloadOf } from '../../../../shared/webhook/payload/payload.ts'

const status = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }

const employment = {
  event: 'employment',
  event_type: 'verification_completed',
  data: {
    id: 7,
    summary: null,
    customerReference: 'order-3',
    employment: {
      status,
      price: 3000,
      latitude: 6.5,
      applicant: {
        firstname: 'Ngozi',
        middlename: '',
        lastname: "O'Neil-Adéyemi",
        phone: '08031234567',
        email: 'ngozi@mail.example',
        dob: '1990-04-12',
        photo: null,
      },
      employerDetails: {
        name: 'Zenith Works Limited',
        phone: '12345',
        comment: 'Ngozi left',
        companyCac: 'RC000123',
      },
      attestator: {
        name: 'Ibrahim  Musa',
        title: 'HR',
        email: 'im@zenith.example',
        phone: '+234 803 000 1111',
      },
      criminalRecord: { policeReportNumber: null },
    },
  },
}

const maskedRecord = () =>
  JSON.parse(payloadOf(encode(employment), 'masked')).data.employment as typeof employment.data.employment

describe('the masked payload', () => {
  it('shows the first letter of a person’s names, and the end of a number', () => {
    const { applicant, attestator, employerDetails } = maskedRecord()
    expect(applicant).toEqual({
      firstname: 'N***',
      middlename: '',
      lastname: 'O***',
      phone: '****4567',
      email: 'n***@mail.example',
      dob: '****-**-**',
      photo: null,
    })
    expect(attestator).toEqual({
      name: 'I***  M***',
      title: 'HR',
      email: 'i***@zenith.example',
      phone: '****1111',
    })
    expect(employerDetails).toEqual({
      name: 'Zenith Works Limited',
      phone: '****',
      comment: null,
      companyCac: '****0123',
    })
  })

  it('leaves the rest as it is, in its order', () => {
    const record = maskedRecord()
    expect(Object.keys(record)).toEqual(Object.keys(employment.data.employment))
    expect(record).toMatchObject({ status, price: 3000, latitude: 6.5 })
  })

  it('never lets a name, phone or comment of three letters or more through, wherever it stands', () => {
    const secretText = fc.stringMatching(/^[a-z]{3,20}$/)
    const field = fc.constantFrom(
      'firstname',
      'lastname',
      'middlename',
      'supervisorName',
      'agentComment',
      'comment',
    )
    const nest = (value: unknown, depth: number): unknown =>
      depth === 0 ? value : { level: [nest(value, depth - 1)] }
    fc.assert(
      fc.property(secretText, field, fc.nat(4), (text, name, depth) => {
        expect(JSON.stringify(masked(nest({ [name]: text }, depth)))).not.toContain(`"${text}"`)
      }),
    )
  })
})

describe('every payload', () => {
  it('is the same bytes each time, and survives parse and stringify', () => {
    fc.assert(
      fc.property(
        fc.record({ status: fc.constant(status), applicant: fc.object(), agentComment: fc.string() }),
        fc.constantFrom('full', 'masked', 'thin'),
        (record, profile) => {
          const data = { id: 1, summary: null, customerReference: 'r', address: record }
          const body = encode({ event: 'address', event_type: 'verification_completed', data })
          const sent = payloadOf(body, profile)
          expect(payloadOf(body, profile)).toBe(sent)
          expect(JSON.stringify(JSON.parse(sent))).toBe(sent)
        },
      ),
    )
  })

  it('says what it is about when thin, and no more', () => {
    expect(JSON.parse(payloadOf(encode(employment), 'thin'))).toEqual({
      event: 'employment',
      event_type: 'verification_completed',
      data: { id: 7, summary: null, customerReference: 'order-3', status },
    })
  })
})
