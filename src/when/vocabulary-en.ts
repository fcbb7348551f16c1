import type { Lexicon } from './words.ts';

export const en = {
  words: {
    ...{ between: 'between', lasts: 'duration|lasts|lasting|running time', for: 'for|during' },
    ...{ alternate: 'alternate', fortnightly: 'fortnightly|every fortnight' },
    ...{ tonight: 'tonight|this evening', and: 'and|&|+|plus', also: 'and also|also', or: 'or' },
    ...{ to: 'to|till|through|thru', at: 'at|@' },
    from: 'starting from|starting on|starting at|starting|starts on|starts|beginning on|beginning|from|as of',
    ...{ until: 'until|til|up to|ending on|ending|ends on|ends', 'end of': 'end of|end' },
    except:
      'except for|except on|except|excluding|but not on|but not|not on|not|apart from|closed on|closed|no class on|no session on|no sessions on|no class|no classes|no session|no sessions|no performance on|no performances on|no performance|no performances|no show on|no show|no shows|no concert|no match|no meeting|no rehearsal|no lesson|no lessons|no workshop',
    ...{ every: 'every|each|weekly on', other: 'other', a: 'a|an|one', next: 'next' },
    ...{ coming: 'coming|this coming', this: 'this' },
    'of month':
      'of every month|in each month|in every month|of month|of each month|of the month|every month|each month|monthly|in the month|a month',
    'of year': 'of every year|of each year|every year|each year|yearly|annually|annual|of the year',
    ...{ month: 'month|months', day: 'day|days', week: 'week|weeks', year: 'year|years' },
    ...{ nightly: 'nightly|every night|each night', daily: 'daily|every day|each day' },
    weekly: 'weekly|every week|each week',
    workdays: 'every weekday|every working day|weekdays|on weekdays|working days|on all weekdays',
    ...{ weekends: 'every weekend|weekends|at weekends|on weekends', weekend: 'weekend', today: 'today' },
    ...{ tomorrow: 'tomorrow', 'day after tomorrow': 'the day after tomorrow|day after tomorrow', in: 'in' },
    'all month': 'all of|the whole of|throughout',
    ...{ opening: 'opening reception|private view|opening night', 'all day': 'all day|all-day|all day long' },
    ...{ noon: 'noon|midday|12 noon|12noon|noontime', midnight: 'midnight|12 midnight' },
    ...{ morning: 'am|a m|in the morning|morning', mornings: 'mornings' },
    ...{ evenings: 'afternoons|evenings|nights', afternoon: 'pm|p m|in the afternoon|afternoon' },
    ...{ evening: 'in the evening|evening', night: 'at night|night' },
    ...{ hour: "h|hr|hrs|hours|hour|o'clock|o clock|oclock", minutes: 'min|mins|minutes' },
    ...{ 'half past': 'half past|half', 'quarter past': 'quarter past|a quarter past' },
    'quarter to': 'quarter to|a quarter to',
    times:
      'sessions|session|times|dates|classes|performances|performance|shows|departures|departure|workshops|meetings',
    ...{ once: 'once', twice: 'twice', doors: 'doors|doors open|doors open at' },
    show: 'concert|show|concert starts|show starts|concert begins|show begins',
    nothing:
      'of|the|on|when|date|dates|time|exhibition|open|opening hours|hours|free entry|booking essential|booking required|free admission|free|admission free|inclusive|all days from|workshop|talk|lecture|guided tour|tour|film|screening|concert at|until full|while places last|sharp|prompt|only|open day|open house|on view|cet|cest|local time|runs|running|runs from|takes place|taking place|held|held on|showing|on show|kick-off|kick off|kickoff|meets|meets on|meet|is held|is held on|will take place|will be held|will be held on|all welcome|all are welcome|everyone welcome|open to all|till late|until late|til late',
    vague:
      'onwards|onward|holidays|holiday|term|bi-weekly|biweekly|bi-monthly|bimonthly|bi|late|early|mid|if|weather|rain|about|around|approx|depending|beginning|second half|appointment|no|announced|confirmed|tba|tbc|tbd|soon|vary|varies|see|website|occasionally|ongoing|regularly',
    undated:
      "half term|half-term|summer|winter|autumn|spring|easter|new year's eve|eve|christmas|year round|halfterm|school",
  },
  feasts: {
    '01-01': "new year's day|new years day",
    '02-14': "valentine's day|valentines day|st valentine's day",
    '03-17': "st patrick's day|st. patrick's day|saint patrick's day",
    '11-01': "all saints' day|all saints day",
    '12-25': 'christmas day|xmas day',
  },
  months:
    'january|jan february|feb|feburary|febuary march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec',
  weekdays:
    'monday|mondays|mon|mons tuesday|tuesdays|tue|tues wednesday|wednesdays|wed|weds|wensday|wednsday thursday|thursdays|thu|thur|thurs friday|fridays|fri saturday|saturdays|sat sunday|sundays|sun',
  numbers:
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one',
  ordinals: 'first second third fourth fifth last|final',
  isMonthFirstPossible: true,
  hasTwelveHours: true,
} satisfies Lexicon;
