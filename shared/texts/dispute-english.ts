import type { DisputePage } from './dispute-texts.ts'
import type { CheckOf } from './texts.ts'

/** What a visit is about, and how a sentence goes on that says whether it is so. */
const subjectOf = ({ place, business }: CheckOf): string =>
  business === undefined ? `that you live at ${place}` : `that ${business} is at ${place}`

const visited = (check: CheckOf) => ({
  verified: `We confirmed ${subjectOf(check)}.`,
  notInResidence: `We could not confirm ${subjectOf(check)}.`,
  invalidAddress: `We could not find this address: ${check.place}.`,
  noAccess: `We could not get in, and so could not confirm ${subjectOf(check)}.`,
})

const employed = (employer: string) => ({
  notAnEmployee: `We could not confirm your work at ${employer}.`,
  detailsMismatch: `We could confirm your work at ${employer} only in part: something is not as it was stated.`,
  employerUnreachable: `We could not reach ${employer}, and so could not confirm your work there.`,
})

/** In the one language that a person has checked. */
export const disputeEnglish: DisputePage = {
  title: ({ employer }) =>
    employer === undefined ? 'Your address check has ended' : 'Your employment check has ended',
  result: check => {
    const { employer = '' } = check
    const { verified, ...rest } = visited(check)
    return {
      ...{ ...rest, ...employed(employer) },
      verified: check.employer === undefined ? verified : `We confirmed your work at ${employer}.`,
    }
  },
  told: organisation => `${organisation} asked for this check and has been told so.`,
  open: until =>
    `Somebody who had no part in this result is looking at it again, and should be done by ${until}. Open this page again to see what came of it.`,
  upheld: 'Somebody who had no part in this result has looked at it again. It stays as it is.',
  revised: 'Somebody has looked at it again, and this is the new result.',
  object: {
    title: 'Is that wrong?',
    text: (until, organisation) =>
      `You can object until ${until}, once to each result. Somebody who had no part in it looks at it again, and ${organisation} is told if it changes. It costs you nothing. ${organisation} sees that you objected and which reason you chose, and not what you write.`,
    kept: 'What you write is read by those who look at it again, and deleted after a year at the latest.',
    ground: 'What is wrong?',
    grounds: {
      wrongPerson: 'It was about somebody else',
      wrongPlace: 'It was another place, or another employer',
      changed: 'Something has changed since',
      wrongDetails: 'Some details are not right',
      evidence: 'What was seen or heard does not show that',
      other: 'Something else',
    },
    reason: {
      label: 'Please tell us about it',
      hint: 'In your own words, in 1000 characters at most.',
    },
    groundMissing: 'Please choose one of these.',
    reasonWrong: 'Please write a few words, in 1000 characters at most.',
    send: 'Send my objection',
  },
  notTaken: {
    title: 'We could not take your objection',
    text: 'Somebody is looking at the result already, or the time to object is over. Please open the link from our message again: it says how it stands.',
  },
  tryAgain: {
    title: 'Please try again in a moment',
    text: 'The result is being written down just now. Nothing of what you sent was kept. Please go back and send it once more.',
  },
}
