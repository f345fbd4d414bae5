import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Attestation } from '../../../../shared/work/assignment/attestation-contract.ts'
import { parseAttestationForm } from '../../../../shared/employer/attestation/form.tsx'
import { attestationQuestions } from '../../../../shared/employer/attestation/questions.ts'
import { attestation, formOf } from '../../../support/attestations.ts'

const readForm = (form: string) =>
  parseAttestationForm(Object.fromEntries(new URLSearchParams(form)), '2026-11-21')

it('reads from the form what an agent would have sent as JSON', () => {
  const filled = readForm(formOf(attestation()))
  expect(filled).toEqual({ kind: 'filled', value: z.parse(Attestation, attestation()) })
})

it('asks for every field once', () => {
  const { claim: _, ...parts } = attestation()
  const all = Object.entries(parts).flatMap(([part, fields]) =>
    Object.keys(fields as object).map(name => `${part}.${name}`),
  )
  expect(Object.keys(attestationQuestions).toSorted()).toEqual(all.toSorted())
})

it('asks for a first answer before anything else', () => {
  expect(readForm('')).toEqual({
    kind: 'wrong',
    typed: {},
    wrong: {
      claim: 'Please choose one of these.',
      'attestator.name': 'Please fill this in.',
      'attestator.title': 'Please fill this in.',
      'attestator.email': 'Give an email address or a telephone.',
      'details.employerConsented': 'Please confirm this, or choose “I may not answer” above.',
    },
  })
})

it('asks of whoever chose a claim for nothing that was not named before', () => {
  const all = readForm('')
  const chosen = readForm('claim=neverWorkedHere')
  if (all.kind === 'filled' || chosen.kind === 'filled') throw new Error('taken')
  const { claim, ...others } = all.wrong
  expect([claim, others]).toEqual(['Please choose one of these.', chosen.wrong])
})

it('names every fault by its field, and keeps what was typed', () => {
  const { details, attestator } = attestation()
  const form = formOf({
    claim: 'workedHere',
    details: { ...details, employeeStartDate: '30 February', averageHours: '400', employerConsented: '' },
    attestator: { ...attestator, email: 'ibrahim', phone: 'call me', title: '' },
  })
  const read = readForm(form)
  if (read.kind === 'filled') throw new Error('taken')
  expect(read.wrong).toEqual({
    'details.employeeStartDate': 'Expected a date that exists, as YYYY-MM-DD.',
    'details.averageHours': 'Expected the hours of a week, a whole number up to 168.',
    'attestator.email': 'Expected an email address.',
    'attestator.phone': 'Expected a telephone number, as in +2348031234567.',
    'attestator.title': 'Please fill this in.',
    'details.employerConsented': 'Please confirm this, or choose “I may not answer” above.',
  })
  expect(read.typed).toMatchObject({
    claim: 'workedHere',
    'details.employeeStartDate': '30 February',
    'details.averageHours': '400',
    'attestator.email': 'ibrahim',
    'attestator.phone': 'call me',
  })
})

it('makes one line of a comment of several', () => {
  const form = formOf(attestation({ employer: { comment: 'Good.\r\nVery\tgood.' } }))
  const read = readForm(form)
  expect(read).toMatchObject({ value: { employer: { comment: 'Good. Very good.' } } })
})

it('takes nobody’s word in a field that is not asked', () => {
  const form = `${formOf(attestation())}&details.__proto__=x&__proto__.a=b&details.salary=1`
  expect(readForm(form)).toEqual(readForm(formOf(attestation())))
})

it('refuses text that is too long', () => {
  const read = readForm(formOf(attestation({ employer: { comment: 'x'.repeat(1001) } })))
  if (read.kind === 'filled') throw new Error('taken')
  expect(read.wrong).toEqual({ 'employer.comment': 'Expected at most 1000 characters.' })
})
