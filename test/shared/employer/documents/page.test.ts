import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import {
  type DocumentFault,
  documentsForm,
  parseDocumentsForm,
} from '../../../../shared/employer/documents/form.tsx'
import { strangersTexts, tagsOf } from '../../../support/strangers.ts'

const page = { path: '/v1/documents/token', count: 0 }
const asked = { ...page, organisationName: 'Acme Bank', employerName: 'Zenith Works Limited' }

it('reads what the applicant says, without what was left empty', () => {
  const form = { has: 'some', which: ' Payslips ', contactPhone: '08030000007', contactName: '', other: 'x' }
  expect(parseDocumentsForm(form)).toEqual({
    kind: 'filled',
    value: { has: 'some', which: 'Payslips', contactPhone: '+2348030000007' },
  })
})

it('wants to know whether there is a document, and which', () => {
  expect(parseDocumentsForm({})).toEqual({
    kind: 'wrong',
    typed: {},
    wrong: { has: 'Please choose one of these.' },
  })
  expect(parseDocumentsForm({ has: 'some', contactEmail: 'x' })).toEqual({
    kind: 'wrong',
    typed: { has: 'some', contactEmail: 'x' },
    wrong: { which: 'Please say which.', contactEmail: 'Expected an email address.' },
  })
  expect(parseDocumentsForm({ has: 'none' })).toEqual({ kind: 'filled', value: { has: 'none' } })
})

it.each(strangersTexts)('shows %j as text, wherever it stands', text => {
  const shape = (value: string) => {
    const named = { ...page, organisationName: value, employerName: value }
    const typed = { which: value, contactName: value, comment: value }
    return tagsOf(renderToString(documentsForm(named, { typed, wrong: { which: 'Too long.' } })))
  }
  expect(shape(text)).toEqual(shape('calm'))
})

it('says who could not be reached, and for whom', () => {
  expect(renderToString(documentsForm(asked))).toContain(
    'Acme Bank has asked us to check your work at Zenith Works Limited.',
  )
})

it('takes photos until there are three, and says in words what is wrong with one', () => {
  const shown = (photos: { count: number; fault?: DocumentFault }) =>
    renderToString(documentsForm({ ...asked, ...photos }))
  expect(shown({ count: 0 })).toContain(
    '<form method="post" action="/v1/documents/token/photos" enctype="multipart/form-data">',
  )
  expect(shown({ count: 2 })).toContain('We have 2 of 3 photos.')
  expect(shown({ count: 3 })).not.toContain('type="file"')
  expect(shown({ count: 1, fault: 'photo_too_large' })).toContain('Please send one of at most 4 MB.')
  expect(shown({ count: 3, fault: 'full' })).toContain('This one was not kept.')
})
