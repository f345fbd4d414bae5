import { type Html, html } from '../../http/html.ts'
import { definitionOf } from '../../verification/product/definitions.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Link } from '../link.ts'
import type { Texts } from '../../texts/english.ts'
import { fillTemplate, type TextParameters } from '../../texts/texts.ts'
import { toGsmText, countSmsParts } from './sms-length.ts'

/** What a message is about. */
export interface MessageContext {
  readonly link: Pick<Link, 'purpose' | 'endsAtSeconds'>
  readonly verification: Verification
  /** The customer's name, as the operator has it. */
  readonly organisation: string
  readonly url: string
}

/** Characters of a name in a letter. */
const longestName = 80
/** In a text message names give way, so that the whole fits. */
const shorterNames = [60, 40, 30, 24, 18, 12] as const
/** Two parts are what a message may cost. */
export const mostParts = 2

/**
 * A name is text and nothing else, whoever chose it: without marks of direction, line breaks, and what mail programs
 * and telephones make a link of.
 */
const asName = (name: string, maxLength: number): string => {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"]/gu, ' ')
    .replace(/[.:/@\\]+(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...plain]
  return letters.length <= maxLength
    ? plain
    : `${letters
        .slice(0, maxLength - 3)
        .join('')
        .trim()}...`
}

/** The link's last whole day, where the applicants are. */
const untilOf = ({ endsAtSeconds }: MessageContext['link'], language: string): string =>
  new Date(endsAtSeconds * 1000).toLocaleDateString(language === 'en' ? 'en-GB' : language, {
    timeZone: 'Africa/Lagos',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })

const slotsOf = (matter: MessageContext, texts: Texts, toName: (name: string) => string): TextParameters => {
  const { link, verification, organisation, url } = matter
  const { firstname, lastname } = verification.applicant
  return {
    organisation: toName(organisation),
    applicant: toName(`${firstname} ${lastname}`),
    employer: toName('employerName' in verification ? verification.employerName : ''),
    matter: texts.matters[definitionOf[verification.product].noun],
    until: untilOf(link, texts.language),
    link: url,
  }
}

const paragraphOf = (paragraph: string, slots: TextParameters): Html =>
  paragraph === '{link}'
    ? html`<p><a href="${slots.link}">${slots.link}</a></p>\n`
    : html`<p>${fillTemplate(paragraph, slots)}</p>\n`

/** What a letter says, as text and as the same in HTML. */
export const composeEmail = (matter: MessageContext, texts: Texts) => {
  const { subject, paragraphs } = texts.messages[matter.link.purpose].mail
  const slots = slotsOf(matter, texts, name => asName(name, longestName))
  return {
    subject: fillTemplate(subject, slots),
    text: `${paragraphs.map(paragraph => fillTemplate(paragraph, slots)).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${texts.language}">
<head><meta charset="utf-8"><title>${fillTemplate(subject, slots)}</title></head>
<body>
${paragraphs.map(paragraph => paragraphOf(paragraph, slots))}</body>
</html>
`.html,
  }
}

/** What a text message says: in plain letters, and in two parts at most unless the link alone is longer. */
export const composeSms = (matter: MessageContext, texts: Texts): string => {
  const { sms } = texts.messages[matter.link.purpose]
  const cut = (longest: number): string =>
    fillTemplate(
      sms,
      slotsOf(matter, texts, name => asName(toGsmText(name), longest) || texts.nameless),
    )
  const shortest = cut(shorterNames.at(-1)!)
  return shorterNames.map(cut).find(text => countSmsParts(text) <= mostParts) ?? shortest
}
