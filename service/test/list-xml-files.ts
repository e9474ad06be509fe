/** Small lists with invented names, in the formats of their publishers. */
export const ofacXml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation>
    <Publish_Date>11/13/2026</Publish_Date>
    <Record_Count>2</Record_Count>
  </publshInformation>
  <sdnEntry>
    <uid>7001</uid>
    <firstName>Leif Magnus</firstName>
    <lastName>HALVORSEN</lastName>
    <title>Harbour master</title>
    <sdnType>Individual</sdnType>
    <programList>
      <program>ZARVIA-EO10001</program>
      <program>CYBER2</program>
    </programList>
    <idList>
      <id><uid>1</uid><idType>Passport</idType><idNumber>ZA0001</idNumber><idCountry>Zarvia</idCountry></id>
      <id><uid>2</uid><idType>Digital Currency Address - ETH</idType><idNumber>0x00000000000000000000000000000000F1021B01</idNumber></id>
    </idList>
    <akaList>
      <aka><uid>3</uid><type>a.k.a.</type><category>strong</category><lastName>HALVARSEN</lastName><firstName>Leif</firstName></aka>
      <aka><uid>4</uid><type>f.k.a.</type><category>strong</category><lastName>LINDGAARD</lastName><firstName>Leif</firstName></aka>
      <aka><uid>5</uid><type>a.k.a.</type><category>weak</category><lastName>THE PILOT</lastName></aka>
    </akaList>
    <dateOfBirthList>
      <dateOfBirthItem><uid>6</uid><dateOfBirth>04 May 1961</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem>
      <dateOfBirthItem><uid>7</uid><dateOfBirth>circa 1960</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>
    </dateOfBirthList>
  </sdnEntry>
  <sdnEntry>
    <uid>7002</uid>
    <lastName>FJORDLINE &amp; S&#214;NS FREIGHT</lastName>
    <sdnType>Entity</sdnType>
    <programList><program>ZARVIA-EO10001</program></programList>
  </sdnEntry>
</sdnList>
`;

export const unXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://www.un.org/sc/resources/sc-sanctions.xsd" dateGenerated="2026-11-12T00:00:09.554Z">
  <INDIVIDUALS>
    <INDIVIDUAL>
      <DATAID>6900001</DATAID>
      <VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>OUSMANE</FIRST_NAME>
      <SECOND_NAME>DIOMBERA</SECOND_NAME>
      <THIRD_NAME>KEITANE</THIRD_NAME>
      <UN_LIST_TYPE>Norland</UN_LIST_TYPE>
      <REFERENCE_NUMBER>NOi.001</REFERENCE_NUMBER>
      <GENDER>Male</GENDER>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Usman Diombera; U. D. Keitane</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Cartographer</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1970</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1968</FROM_YEAR><TO_YEAR>1972</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <SORT_KEY/>
    </INDIVIDUAL>
  </INDIVIDUALS>
  <ENTITIES>
    <ENTITY>
      <DATAID>6900002</DATAID>
      <FIRST_NAME>KEITANE MINERALS</FIRST_NAME>
      <UN_LIST_TYPE>Norland</UN_LIST_TYPE>
      <REFERENCE_NUMBER>NOe.001</REFERENCE_NUMBER>
      <ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Diombera Ores</ALIAS_NAME></ENTITY_ALIAS>
    </ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>
`;

export const euXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-10T16:47:04.449+02:00" globalFileId="100001">
  <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.901.11" logicalId="901">
    <remark>Invented</remark>
    <regulation regulationType="regulation" programme="ZARV" logicalId="11"><publicationUrl>https://example.com/a?b=1&amp;c=2</publicationUrl></regulation>
    <regulation regulationType="amendment" programme="ZARV" logicalId="12"/>
    <subjectType classificationCode="P"/>
    <nameAlias wholeName="The Locksmith" strong="false" logicalId="20"/>
    <nameAlias firstName="Bogomil" middleName="" lastName="Radanowski" wholeName="Bogomil Radanowski" strong="true" logicalId="21"/>
    <nameAlias wholeName="Богомил Радановский" nameLanguage="BG" strong="true" logicalId="22"/>
    <birthdate circa="false" calendarType="GREGORIAN" birthdate="1966-09-17" dayOfMonth="17" monthOfYear="9" year="1966" logicalId="30"/>
    <birthdate circa="true" calendarType="GREGORIAN" year="1965" logicalId="31"/>
    <birthdate circa="false" calendarType="GREGORIAN" yearRangeFrom="1964" yearRangeTo="1968" logicalId="32"/>
  </sanctionEntity>
  <sanctionEntity euReferenceNumber="EU.902.22" logicalId="902">
    <regulation programme="ZARV" logicalId="13"/>
    <subjectType classificationCode="E"/>
    <nameAlias wholeName="Radanowski Opti&#269;ki Kombinat" strong="true" logicalId="23"/>
  </sanctionEntity>
</export>
`;
