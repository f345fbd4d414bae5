import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { attestForm, parseAttestationForm } from '../../../../shared/employer/attestation/form.tsx'
import { attestationQuestions } from '../../../../shared/employer/attestation/questions.ts'
import { attestation, formOf } from '../../../support/attestations.ts'
import { strangersTexts, tagsOf } from '../../../support/strangers.ts'

const asked = {
  organisation: 'Acme Bank',
  applicant: 'Ngozi Adeyemi',
  employer: 'Zenith Works Limited',
  until: '5 December 2026',
}

const names = ['claim', ...Object.keys(attestationQuestions)]

it('asks every question under the name that the form is read by', () => {
  const page = renderToString(attestForm(asked))
  const controls = [...page.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(controls)].toSorted()).toEqual(names.toSorted())
})

it('gives every control a label of its own', () => {
  const page = renderToString(attestForm(asked))
  const within = /<label class="choice"><input[^>]*>[^<]+<\/label>/g
  expect(page.match(within)).toHaveLength(7)
  const ids = [...page.replace(within, '').matchAll(/<(?:input|select|textarea)[^>]* id="([^"]+)"/g)].map(
    ([, id]) => id,
  )
  const labelled = [...page.matchAll(/<label[^>]* for="([^"]+)"/g)].map(([, id]) => id)
  expect(labelled.toSorted()).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

it('shows nothing of a claim but the name', () => {
  const text = renderToString(attestForm(asked)).replace(/<[^>]*>/g, ' ')
  expect(text).toContain('Ngozi Adeyemi')
  for (const claimed of ['Accountant', '2019', '2024', '08031234567', 'RC445566'])
    expect(text).not.toContain(claimed)
})

it('leads to each fault by a line of its own, however long the question is', () => {
  const read = parseAttestationForm({}, '2026-11-21')
  if (read.kind === 'filled') throw new Error('taken')
  const links = [...renderToString(attestForm(asked, read)).matchAll(/<li><a href="([^"]+)">([^<]+)</g)]
  expect(links.map(([, place, text]) => [place, text])).toEqual([
    ['#claim', 'Whether they work there'],
    ['#attestator-name', 'Your name'],
    ['#attestator-title', 'Your job title'],
    ['#attestator-email', 'Your email at work'],
    ['#details-employerConsented', 'That you answer for your employer'],
  ])
})

it('shows again what was typed, and each fault at its field and at the head', () => {
  const form = formOf(attestation({ attestator: { name: 'Ibrahim Musa', email: 'x' } }))
  const read = parseAttestationForm(Object.fromEntries(new URLSearchParams(form)), '2026-11-21')
  if (read.kind === 'filled') throw new Error('taken')
  const page = renderToString(attestForm(asked, read))
  expect(page).toContain('Please correct 2 answers')
  expect(page).toContain('<li><a href="#attestator-title">Your job title</a>: Please fill this in.</li>')
  expect(page).toMatch(
    /id="attestator-email" name="attestator.email" value="x" aria-describedby="attestator-email-hint attestator-email-error" aria-invalid="true"/,
  )
  expect(page).toMatch(/name="claim" value="workedHere"[^>]* checked/)
  expect(page).toMatch(/<option[^>]* selected[^>]*>Full-Time</)
  expect(page).toMatch(/name="details.rehire" value="yes"[^>]* checked/)
  expect(page).toMatch(/id="details-employerConsented"[^>]* checked/)
  expect(page).toMatch(/<textarea[^>]*>A careful worker\.<\/textarea>/)
})

/** What markup is made of by other hands: entities, templates, other writing. */
const lookalikes = [
  '&lt;script&gt;',
  '&#x3c;script&#x3e;',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '`$\u007balert(1)}`',
  '＜script＞',
  '\\"><b>',
  '$& $` $1 $$',
]
it.each([...strangersTexts, ...lookalikes])('shows %j as text, wherever it stands', text => {
  const shape = (value: string) => {
    const typed = Object.fromEntries(names.map(name => [name, value]))
    const named = { ...asked, organisation: value, applicant: value, employer: value }
    return tagsOf(renderToString(attestForm(named, { typed, wrong: { 'employer.comment': 'Too long.' } })))
  }
  expect(shape(text)).toEqual(shape('calm'))
})
