import { attestationTexts } from './attestation.ts'
import { createTimeFormats, documentLocale } from './format.ts'
import { pageTexts } from './page.ts'

/** The names on an applicant's page; `place` is a street with its town. */
export interface CheckedMatter {
  readonly organisation: string
  readonly place: string
  readonly business: string | undefined
  readonly employer: string | undefined
}

/** The parameters of a message, `{organisation}` and so on; `until` is the last day of the link. */
export type TextParameters = Readonly<
  Record<'organisation' | 'applicant' | 'employer' | 'matter' | 'until' | 'link', string>
>

const questions = <Name extends string>(
  all: Readonly<Record<Name, { readonly label: string; readonly hint?: string }>>,
) => all

const ignore = 'If you do not know what this is about, please ignore this message.'

const subjectOf = ({ place, business }: CheckedMatter): string =>
  business === undefined ? `that you live at ${place}` : `that ${business} is at ${place}`

const visited = (check: CheckedMatter) => ({
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

/** All texts for people without an account. Another language is another object of the type `Texts`. */
export const englishTexts = {
  ...pageTexts,
  /** The day in Lagos: `22 November 2026`. @param at ISO 8601 @param locale of the reader; without it, of a message's */
  formatDay: (at: string, locale: string = documentLocale) => createTimeFormats({ locale }).formatLongDay(at),
  matters: { address: 'check your address', employment: 'check your employment' },
  nameless: 'A company',
  applicant: {
    matter: ({ organisation, place, business, employer }: CheckedMatter) =>
      employer === undefined
        ? {
            title: `${organisation} has asked us to check your address`,
            what:
              business === undefined
                ? `Whether you live at ${place}.`
                : `Whether ${business} is at ${place}.`,
            why: `${organisation} was given this address and wants to be sure of it.`,
            happens: `One of our people comes to the address, shows you who they are, looks at the place, speaks with you or somebody who is there, and takes photos of it. ${organisation} is told what we found.`,
            time: 'When does a visit suit you?',
            agree: 'Yes, you may come and check',
          }
        : {
            title: `${organisation} has asked us to check your employment`,
            what: `Your work at ${employer}: the job and its dates.`,
            why: `${organisation} wants to be sure of what it was told.`,
            happens: `We ask ${employer}. ${organisation} is told what they answer.`,
            time: 'When does a call suit you?',
            agree: 'Yes, you may ask them',
          },
    greeting: (firstname: string) => `Hello ${firstname}. This page asks for no password and no money.`,
    more: 'Who asks and why, what is kept, your rights',
    headings: {
      asks: 'Who asks',
      what: 'What is checked',
      why: 'Why',
      happens: 'What happens',
      kept: 'What is kept',
      rights: 'What you may ask for',
    },
    asks: (organisation: string, we: string | undefined) =>
      `${organisation}. ${we === undefined ? 'We' : `We are ${we}. We`} check such things for companies and belong to none of them.`,
    kept: ({ organisation, employer }: CheckedMatter, days: number) =>
      `${employer === undefined ? 'The photos of the visit, where and when each was taken, and what our people found' : `What ${employer} answers, and photos of documents if you send some`}: ${organisation} sees all of it and may keep a copy. What you say here: only those who do the check see it. We delete all of this after ${days} days at the latest.`,
    rights: (organisation: string) =>
      `You may ask what is kept about you, and have it corrected or deleted. You may take back your agreement until the check is over, and object to its result. Ask ${organisation}, or us.`,
    fields: {
      consent: { label: 'Do you agree?', wrong: 'Please choose whether you agree.' },
      time: { label: 'A time that suits you', wrong: 'Please write it in 200 characters at most.' },
      phone: {
        label: 'Another number to call',
        wrong: 'Please write a telephone number, such as 0803 123 4567.',
      },
      place: { label: 'How to find it', wrong: 'Please write it in 200 characters at most.' },
      position: {
        label: 'Its position',
        wrong: 'Please write two numbers, such as 6.6018, 3.3515, or leave it empty.',
      },
      moved: { label: 'I do not live there any more', wrong: 'Please tick it or not.' },
      newAddress: { label: 'Your new address', wrong: 'Please write it in 300 characters at most.' },
    },
    hints: {
      time: 'For example: weekdays after 4 pm.',
      phone: 'If it is another one than we were given.',
      place: 'A landmark, the way, or a Plus Code such as 6FR5H9XX+2C.',
      position: 'Two numbers from a map: hold your finger on the place, and it shows them.',
      newAddress: 'If you would like us to know it.',
    },
    positionFaults: {
      zero: () =>
        '0, 0 is what a telephone or a map says when it does not know the place. Please take the numbers again, or leave it empty.',
      swapped: (lga: string, meant: string) =>
        `These two numbers are swapped. If you mean ${meant}, which is near ${lga}, please write them so.`,
      outside: (lga: string) =>
        `This place is not near ${lga}. Please take the numbers of the address that is checked, or leave it empty.`,
    },
    disagree: 'No, I do not agree',
    optionalDetails: { title: 'What helps us', text: 'You can leave out all of this.' },
    findPlace: 'Help us to find the place',
    iMoved: 'I have moved',
    fillIn: {
      button: 'Fill in where I am now',
      looking: 'Looking for your position …',
      filled: 'Filled in, to about {metres} metres. It is sent with the rest.',
      denied: 'Your telephone does not let this page see where you are. You can leave it empty.',
      unknown: 'Your telephone does not know where it is right now. You can leave it empty.',
      late: 'That took too long. You can try again, or leave it empty.',
    },
    send: 'Send',
    /** Of a "no", said at once or later. */
    ending: {
      open: 'I no longer agree',
      title: 'Do you want the check to end?',
      text: ({ organisation, employer }: CheckedMatter) => [
        `If you do not agree, the check ends at once and for good: ${employer === undefined ? 'nobody visits or calls you' : `nobody calls you, and we ask ${employer} nothing more`}. It costs you nothing.`,
        `${organisation} is told that you do not agree, and gets no result. What you asked them for may depend on it: only they can say.`,
      ],
      button: 'I do not agree: end the check',
      back: 'Go back',
    },
    ended: {
      title: 'You do not agree, and the check has ended',
      text: 'Nobody will visit or call you about it any more. Somebody who was on the way is told as soon as their phone has a network. You need not let them in, nor answer anything.',
      next: [
        'The company that asked is told that you do not agree. What you asked them for may depend on this check: only they can say. Please ask them.',
        'What was noted until now is deleted with the record. You can ask the company, or us, to have it deleted sooner.',
      ],
      call: (id: number, phone: string | undefined) =>
        `Did you not mean this? Please ask the company for a new check: this one stays closed.${phone === undefined ? '' : ` If somebody comes or calls all the same, call us: ${phone}.`} The number of this check is ${id}.`,
    },
    /** What the customer reads in the record. */
    comments: {
      refused: 'The applicant does not agree to this check.',
      withdrawn: 'The applicant withdrew their consent.',
    },
    thanks: { title: 'Thank you', text: 'Your answer is with us. You can close this page.' },
    /** Names nobody: whoever has the link reads it. */
    next: {
      title: 'What happens next',
      visit: (hasTime: boolean) => [
        `One of our people comes to the address in the next days${hasTime ? ', at the time that you named if they can' : ', by day'}.`,
        'They say who sent them, know your name and the address, and show you who they are. They take photos. They ask for no money, no password and no code, and take nothing along.',
      ],
      call: [
        'We ask the employer in the next days. You need to do nothing more.',
        'If we call you, we ask for no money, no password and no code.',
      ],
      check: (id: number, phone: string | undefined) =>
        `${phone === undefined ? '' : `If you are not sure that it is one of us, call us before you go on: ${phone}. `}The number of this check is ${id}.`,
    },
    /** Of an agent who has said when. */
    appointment: {
      agreed: (day: string, time: string) =>
        `One of our people comes on ${day} at ${time}, Lagos time, as you agreed with them.`,
      onTheWay: (day: string, from: string, until: string) =>
        `One of our people is on the way, and should be there on ${day} between ${from} and ${until}, Lagos time.`,
    },
    otherTime: {
      open: 'Another time suits me better',
      label: 'Which time suits you?',
      text: 'Whoever comes reads it on their phone. They call you if that time does not suit them.',
      button: 'Ask for this time',
      /** Without the time: whoever has the link reads it. */
      asked: 'You asked for another time. Whoever comes reads it, and calls you if it does not suit them.',
      wrong: 'Please write a time, in 200 characters at most.',
      tooOften: {
        title: 'Please call us',
        text: 'You have asked for another time often, and this one was not added. Please tell whoever calls or visits you, or call us.',
      },
    },
    thanksBefore: {
      title: 'You have answered already',
      text: 'What you said first is with us, and this was not added to it. If something has changed, please open the link from our message again: it says what happens next, and what you can still tell us there.',
    },
  },
  attest: {
    title: (applicant: string) => `About ${applicant}`,
    introduction: ({
      organisation,
      applicant,
      employer,
      until,
    }: Readonly<Record<'organisation' | 'applicant' | 'employer' | 'until', string>>) => [
      `${organisation} asks ${employer} about the employment of ${applicant}, who named ${employer} as an employer. We collect the answer.`,
      `You do not see what ${applicant} told us, so that your answer is your own. It goes to ${organisation} with your name. We keep it for a year. You may ask ${organisation}, or us, what is kept of it, and have it corrected or deleted.`,
      `It takes about two minutes. You can answer once, until ${until}.`,
    ],
    question: (applicant: string, employer: string) => `Does ${applicant} work for ${employer}, or did they?`,
    claims: {
      worksHere: 'Yes, and still does',
      workedHere: 'Yes, in the past',
      neverWorkedHere: 'No, this person never worked here',
      mayNotAnswer: 'I may not answer',
    },
    sections: {
      job: 'The job',
      moreOfJob: 'The job, more exactly',
      pay: 'Pay',
      leaving: 'Leaving, and your record',
      supervisor: 'Their supervisor',
      organisation: 'Your organisation',
      you: 'You',
    },
    more: 'Say more, if you like',
    questions: questions(attestationTexts),
    /** In place of a question that is a sentence, where a line leads to it. */
    short: { claim: 'Whether they work there', consent: 'That you answer for your employer' },
    signs: 'By sending this you sign it with your name.',
    consentMissing: 'Please confirm this, or choose “I may not answer” above.',
    send: 'Send the answer',
  },
  documents: {
    title: (employer: string) => `We could not reach ${employer}`,
    introduction: (organisation: string, employer: string) =>
      `${organisation} has asked us to check your work at ${employer}. We tried several times and could not reach anybody there. Please help us if you can.`,
    photos: {
      title: 'Photos of documents',
      text: 'If you have a payslip, a letter of employment or your company’s identity card, you can send us a photo of it. We remove what your telephone wrote into the photo besides the picture.',
    },
    count: (count: number, most: number) => `We have ${count} of ${most} photos.`,
    choose: 'Choose a photo',
    limits: (mostMb: number, most: number) =>
      `JPEG, PNG or WebP, at most ${mostMb} MB. One at a time, ${most} in all.`,
    faults: {
      none: () => 'Please choose a photo first.',
      full: () => 'We have as many photos as we can take. This one was not kept.',
      photo_unreadable: () =>
        'This photo is broken or not complete, or too small for anything to be read. It was not kept. Please take it again.',
      photo_too_large: (mostMb: number) =>
        `This photo is too large. It was not kept. Please send one of at most ${mostMb} MB.`,
      photo_not_an_image: () => 'This file is not a photo. It was not kept. Please send a JPEG, PNG or WebP.',
    },
    upload: 'Upload this photo',
    answer: 'Your answer',
    has: 'Do you have a document that shows your work there?',
    hasLabels: { some: 'Yes', none: 'No' },
    questions: questions({
      which: {
        label: 'Which documents?',
        hint: 'For example a contract, a letter or a payslip. Send photos of them above, or we will call you about them.',
      },
      contactName: { label: 'Their name' },
      contactPhone: { label: 'Their telephone' },
      contactEmail: { label: 'Their email at work' },
      comment: { label: 'Anything to add' },
    }),
    colleague: 'Somebody there who can answer',
    whichMissing: 'Please say which.',
    kept: 'The people who work on this check read what you write and see your photos. We keep both for a year. You may ask us what is kept about you, and have it corrected or deleted.',
    send: 'Send',
  },
  forms: {
    needed: 'needed',
    notSaid: 'Not said',
    fillThisIn: 'Please fill this in.',
    chooseOne: 'Please choose one of these.',
    faults: (count: number) => `Please correct ${count === 1 ? 'one answer' : `${count} answers`}`,
    correct: (title: string) => `Please correct: ${title}`,
    thanks: { title: 'Thank you', text: 'We have your answer. You can close this page.' },
    thanksBefore: { title: 'Thank you', text: 'We had your answer already. It cannot be changed here.' },
  },
  refusals: {
    unknown: {
      title: 'This link does not work',
      text: 'Some of it may be missing. Please open it again from the message that you got, or copy all of it.',
    },
    expired: {
      title: 'This link has expired',
      text: 'Its time is over. If we still need something from you, we will send you another one.',
    },
    revoked: {
      title: 'This link was replaced',
      text: 'We have sent you a newer one, or need nothing more. Please look for the latest message.',
    },
    over: { title: 'This matter is closed', text: 'Nothing more is needed from you. Thank you.' },
  },
  messages: {
    applicant: {
      mail: {
        subject: '{organisation} has asked us to {matter}',
        paragraphs: [
          '{organisation} has asked us to {matter}. We check such things for companies and belong to none of them.',
          'The page below says who asks, why, and what will happen. There you can agree or not, and tell us what helps us, such as a time that suits you.',
          '{link}',
          'It is open until {until}. It asks for no password and for no money.',
          ignore,
        ],
      },
      sms: '{organisation} has asked us to {matter}. Who we are, what happens, and a time that suits you:\n{link}\nOpen until {until}. Not for you? Please ignore it.',
    },
    attest: {
      mail: {
        subject: '{organisation} asks you to confirm an employment',
        paragraphs: [
          '{organisation} has asked us to verify that {applicant} works or has worked at {employer}. We check such things for companies and belong to none of them.',
          'If you can say so for {employer}, please tell us what you know of it on the page below. It takes about two minutes.',
          '{link}',
          'It is open until {until}. It asks for no password and for no money.',
          ignore,
        ],
      },
      sms: '{organisation} asks us to verify that {applicant} works at {employer}. Please tell us:\n{link}\nOpen until {until}. Not for you? Please ignore it.',
    },
    documents: {
      mail: {
        subject: 'We could not reach {employer}: can you help?',
        paragraphs: [
          '{organisation} has asked us to {matter} at {employer}. We have tried several times and could not reach anybody there.',
          'On the page below you can tell us who else there can answer, and which documents you have that show your work, such as a contract, a letter or a payslip.',
          '{link}',
          'It is open until {until}. It asks for no password and for no money.',
          ignore,
        ],
      },
      sms: 'We could not reach {employer} to {matter}, as {organisation} asked us. Can you help?\n{link}\nOpen until {until}. Not for you? Please ignore it.',
    },
    objection: {
      mail: {
        subject: 'What came of your objection',
        paragraphs: [
          'You objected to what came of a check: {organisation} had asked us to {matter}. Somebody who had no part in the result has looked at it again.',
          'The page below says what came of that.',
          '{link}',
          'It asks for no password and for no money.',
          ignore,
        ],
      },
      sms: 'Somebody has looked again at the check to which you objected ({organisation} asked us to {matter}). What came of it:\n{link}\nNot for you? Please ignore it.',
    },
  },
  dispute: {
    title: ({ employer }: CheckedMatter) =>
      employer === undefined ? 'Your address check has ended' : 'Your employment check has ended',
    result: (check: CheckedMatter) => {
      const { employer = '' } = check
      const { verified, ...rest } = visited(check)
      return {
        ...rest,
        ...employed(employer),
        verified: check.employer === undefined ? verified : `We confirmed your work at ${employer}.`,
      }
    },
    told: (organisation: string) => `${organisation} asked for this check and has been told so.`,
    open: (until: string) =>
      `Somebody who had no part in this result is looking at it again, and should be done by ${until}. Open this page again to see what came of it.`,
    upheld: 'Somebody who had no part in this result has looked at it again. It stays as it is.',
    revised: 'Somebody has looked at it again, and this is the new result.',
    object: {
      title: 'Is that wrong?',
      text: (until: string, organisation: string) =>
        `You can object until ${until}, once to each result. Somebody who had no part in it looks at it again, and ${organisation} is told if it changes. It costs you nothing. ${organisation} sees that you objected and which reason you chose, and not what you write.`,
      kept: 'What you write is read by those who look at it again, and deleted after a year at the latest.',
      ground: 'What is wrong?',
      grounds: ({ employer }: CheckedMatter) => ({
        wrongPerson: 'It was about somebody else',
        wrongPlace: employer === undefined ? 'It was another place' : 'It was another employer',
        changed: 'Something has changed since',
        wrongDetails: 'Some details are not right',
        evidence: 'What was seen or heard does not show that',
        other: 'Something else',
      }),
      reason: { label: 'Please tell us about it', hint: 'In your own words, in 1000 characters at most.' },
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
  },
}

export type Texts = typeof englishTexts
